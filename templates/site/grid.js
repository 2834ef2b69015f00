// All cards in two taps: one of 25 colors and shapes, then one of its five, printed as they are.
import { $, el, newId } from "./dom.js";
import { cardName, face } from "./cards.js";

const FIVE = [..."RYGBK"].flatMap((color) => [..."CHTSB"].map((shape) => color + shape));

// `picked(code)` is called with each card; those that `may` says no to cannot be tapped.
export function cardGrid({ label, may, picked, jokers = 0 }) {
  const id = newId("numbers");
  const numbers = el("div", { class: "grid5 numbers", id, role: "group", "aria-label": "Number" });
  const allOf = (pair) => [..."1234?"].map((number) => pair + number);
  const card = (code) => el("button", { type: "button", class: "card", "aria-label": cardName(code), "data-key": code, disabled: !may(code), onclick: () => picked(code) }, face(code, "", true));
  function open(pair) {
    for (const cell of pairs.children) cell.setAttribute("aria-pressed", cell.dataset.key === pair);
    numbers.replaceChildren(...allOf(pair).map(card));
    numbers.scrollIntoView({ block: "nearest" });
    $(":enabled", numbers)?.focus({ preventScroll: true });
  }
  const cell = (pair) => el("button", { type: "button", class: "kind", "aria-label": cardName(pair), "aria-pressed": "false", "aria-controls": id, "data-key": pair, disabled: !allOf(pair).some(may), onclick: () => open(pair) }, face(pair, "topper", true));
  const pairs = el("div", { class: "grid5", role: "group", "aria-label": label }, FIVE.map(cell));
  const more = Array.from({ length: jokers }, (_, index) => card(`J${index + 1}`));
  return el("div", { class: "picking" }, pairs, numbers, more.length ? el("div", { class: "grid5", role: "group", "aria-label": "Jokers" }, more) : null);
}
