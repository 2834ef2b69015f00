// The games that the engine knows, and the house rules of one.
import { el } from "./dom.js";
import { engineFile } from "./engine.js";
import { makeForm } from "./fields.js";
import { readSetting, keepSetting } from "./store.js";

let games = null;
export async function knownGames() {
  games ??= JSON.parse(new TextDecoder().decode(await engineFile("games.json"))).games;
  return games;
}

// Whether a house rule may have this value; a damaged setting, or one of another version, is passed over.
const mayHold = (field, value) => Boolean(field) && (field.choices ? field.choices.some((choice) => (choice?.value ?? choice) === value) : typeof value === typeof field.default);

// The house rules of a game, kept for all screens; only what differs from the book is stored.
export async function houseRules(game, changed = () => {}) {
  const stored = Object.entries(await readSetting(`house ${game.name}`, {}));
  const kept = Object.fromEntries(stored.filter(([name, value]) => mayHold((game.house ?? []).find((field) => field.name === name), value)));
  const said = { house: kept };
  const count = el("span", { class: "quiet" });
  const fields = (game.house ?? []).filter((field) => field.choices?.length !== 1).map((field) => {
    return { ...field, default: kept[field.name] ?? field.default, printed: field.default };
  });
  const form = makeForm(fields, () => {
    const values = form.values();
    said.house = Object.fromEntries(fields.filter((field) => field.name in values && values[field.name] !== field.printed).map((field) => [field.name, values[field.name]]));
    keepSetting(`house ${game.name}`, said.house);
    tell();
    changed();
  });
  const tell = () => (count.textContent = Object.keys(said.house).length ? ` ${Object.keys(said.house).length} of your own` : " as in the book");
  tell();
  return { value: () => said.house, node: fields.length ? el("details", { class: "house" }, el("summary", {}, "House rules", count), form.node) : el("span") };
}

// What a button with few words is called: it says these and all that the choice means.
export const labelOf = ({ short, say }) => (say.toLowerCase().includes(short.toLowerCase()) ? say : `${short}: ${say}`);
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
export const ruleLinks = (game, rules) => rules.flatMap((rule) => [" ", el("a", { href: `#rules/${game.name}/${encodeURIComponent(rule)}` }, `Rule ${rule}`)]);
