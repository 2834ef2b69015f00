// Cards from photos: what was read for a field, and cards that are counted. People check it; nothing is entered from here.
import { $, attempt, button, el, newId, say } from "./dom.js";
import { ask, readPhoto } from "./engine.js";
import { cardName, face } from "./cards.js";

const LONGEST_PX = 2400; // more shows nothing new in a corner

// A button for a field of cards; `found(codes)` gets what is sure or was chosen.
export function cameraButton(label, found, text = "Or photograph them") {
  const place = el("div", { class: "photo", role: "status" });
  const input = el("input", { type: "file", accept: "image/*", capture: "environment", id: newId("photo"), "aria-label": `Photo: ${label}`, onchange: read });
  async function read() {
    if (!input.files.length) return;
    place.textContent = "The photo is being read.";
    try {
      const photo = await smaller(input.files[0]);
      const seen = await readPhoto(photo);
      found(seen.cards.map((card) => card.code));
      place.replaceChildren(...seen.lines.map((line) => el("p", {}, line)), ...seen.unsure.map((one) => doubt(photo, one, found)));
      say(seen.lines.join(" "));
    } catch (error) {
      place.textContent = error.text ?? "This photo can't be opened. Take it again as JPEG.";
    }
    input.value = "";
  }
  return el("div", { class: "field" }, el("label", { for: input.id }, text), input, place);
}

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = el("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// The corner as the photo has it, with both cards that it may be.
function doubt(photo, one, found) {
  const [left, right] = [Math.min, Math.max].map((end) => end(...one.polygon.map(([x]) => x)));
  const [top, bottom] = [Math.min, Math.max].map((end) => end(...one.polygon.map(([, y]) => y)));
  const size = Math.max(right - left, bottom - top) * 1.4;
  const cut = el("canvas", { width: 120, height: 120, role: "img", "aria-label": "The corner in the photo" });
  cut.getContext("2d").drawImage(photo, (left + right - size) / 2, (top + bottom - size) / 2, size, size, 0, 0, 120, 120);
  const choose = (code) => { if (code) found([code]); row.remove(); };
  const row = el("div", { class: "row" }, cut, one.codes.map((code) => el("button", { type: "button", class: "offer", "aria-label": cardName(code), onclick: () => choose(code) }, face(code, "", true))), button("Neither", () => choose(null), "small"));
  return row;
}

// Cards that are counted, in photos that add up: how many a pile holds, and what of a deck is not seen. A tap moves a card.
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
