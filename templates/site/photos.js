// Cards counted from photos, which add up: how many a pile holds, and what of a deck is not seen. A tap moves a card.
import { $, attempt, el, button, newId, say } from "./dom.js";
import { ask } from "./engine.js";
import { cameraButton } from "./camera.js";
import { cardName, face } from "./cards.js";

const DECKS = { full: "Full deck", squares: "Squares deck", west: "West deck" };
const TRAITS = ["color", "shape", "number"];
const SHOWN = 30; // more cards that are not seen are only counted
const seen = new Set();
let cards = []; // of the deck

export async function openCount(place) {
  const choose = () => attempt(result, async () => {
    cards = (await ask("cards", { deck: which.value, jokers: jokers.checked ? 2 : 0 })).cards;
    show(result);
  });
  const which = el("select", { id: newId("deck"), onchange: choose }, Object.entries(DECKS).map(([value, text]) => el("option", { value }, text)));
  const jokers = el("input", { type: "checkbox", onchange: choose });
  const result = el("div", { id: "counted" });
  place.replaceChildren(
    el("p", {}, "Lay the cards out so that each shows a corner, up to 40 in one photo. Photos add up, and a card may be in several of them."),
    el("div", { class: "field" }, el("label", { for: which.id }, "Deck"), which), el("label", { class: "switch" }, jokers, el("span", {}, "With two jokers")),
    cameraButton("cards to count", (codes) => { codes.forEach((code) => seen.add(code)); show(result); }, "Photograph them"), result,
    el("div", { class: "row" }, button("Start again", () => { seen.clear(); show(result); }, "plain")),
  );
  await choose();
}

function show(place) {
  if (!seen.size) return place.replaceChildren(el("p", { class: "quiet idle" }, "No card is counted yet."));
  const there = cards.filter((card) => seen.has(card.code));
  const rest = cards.filter((card) => !seen.has(card.code));
  const others = [...seen].filter((code) => !cards.some((card) => card.code === code));
  const move = (text, code) => { if (!seen.delete(code)) seen.add(code); show(place); say(text); $("#counted h2").focus(); };
  const tap = ({ code }, text) => el("button", { type: "button", class: "held", "aria-label": `${cardName(code)}: ${text}`, onclick: () => move(`${cardName(code)}: ${text}`, code) }, face(code, "small", true));
  const counts = TRAITS.map((trait) => [...new Set(cards.map((card) => card[trait]))].filter(Boolean).map((value) => `${value}: ${there.filter((card) => card[trait] === value).length}`).join(" · "));
  const lost = rest.length > SHOWN ? [el("p", {}, `${rest.length} cards of the deck are not seen yet.`)] : rest.length ? [el("p", {}, `Not seen: ${rest.length}. Is one here after all? Tap it.`), el("span", { class: "faces" }, rest.map((card) => tap(card, "it is here")))] : [el("p", { class: "winner" }, "The deck is complete.")];
  place.replaceChildren(
    el("h2", { tabindex: "-1" }, `${there.length} of ${cards.length} cards seen`), ...lost,
    others.length ? el("p", {}, `Not of this deck: ${others.map(cardName).join(", ")}.`) : "",
    el("details", {}, el("summary", {}, "What is counted"), counts.map((line) => el("p", {}, line)), el("p", { class: "quiet" }, "Is one not here? Tap it."), el("span", { class: "faces" }, there.map((card) => tap(card, "it is not here")))),
  );
}
