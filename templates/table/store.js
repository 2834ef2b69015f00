// Small things that this browser remembers of the evening: the game one looked at, a hand half entered. Nothing secret is among them.
import { isAlike } from "./dom.js";

const PREFIX = "triple-topper-table ";
const lent = {}; // what holds until this browser says otherwise, such as the house rules of tonight

export function lend(name, value) {
  lent[name] = value;
}

export async function readSetting(name, other = null) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
    return kept !== null && isAlike(kept, other) ? kept : (lent[name] ?? other);
  } catch {
    return lent[name] ?? other;
  }
}

export async function keepSetting(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // a private window: it is kept while the page is open
  }
}
