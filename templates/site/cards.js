// Cards as pictures with names: to tap, and as photos show them.
import { $, attempt, button, el, labeled, newId, say } from "./dom.js";
import { keepSetting, readSetting } from "./store.js";
import { ask, engine } from "./engine.js";

const NAMES = [
  { R: "red", Y: "yellow", G: "green", B: "blue", K: "black" },
  { C: "circle", H: "heart", T: "triangle", S: "square", B: "blob" },
  { 1: "1", 2: "2", 3: "3", 4: "4", "?": "?" },
];
const pictures = { color: {}, low: {} }; // as SVG: faces by code, the Topper of a color and a shape (`YH`), `back`, `cover GAME`, `SHAPE MOOD`
const addresses = new Map();
let inkNow = "color";

const isJoker = (code) => code[0] === "J";
export const isCard = (code) => /^([RYGBK][CHTSB][1-4?Q]|J[12])/.test(code);
export const cardName = (code) => (isJoker(code) ? `joker ${code[1]}` : [...code.replace("Q", "?")].slice(0, 3).map((letter, i) => NAMES[i][letter]).join(" "));

const loading = {};
// Pictures come with one of two files; those that are on the page already are shown then.
export function loadPictures(file = "pictures.json") {
  loading[file] ??= engine.file(file).then((bytes) => {
    Object.assign(pictures.color, JSON.parse(new TextDecoder().decode(bytes)));
    showPictures();
  }).catch((error) => { delete loading[file]; throw error; });
  return loading[file];
}
async function loadFaces() {
  await loadPictures("faces.json");
  if (inkNow === "color" && (await readSetting("ink")) === "low") await changeInk("low");
}
function showPictures() {
  for (const image of document.querySelectorAll("img[data-picture]")) {
    const address = addressOf(image.dataset.picture);
    if (address && image.src !== address) image.src = address;
  }
}
function addressOf(name) {
  const ink = inkNow === "low" && pictures.low[name] ? "low" : "color";
  const picture = pictures[ink][name];
  const key = `${ink} ${name}`;
  if (picture && !addresses.has(key)) addresses.set(key, URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })));
  return addresses.get(key) ?? null;
}

// In black ink they are drawn here, once.
export async function changeInk(ink) {
  if (ink === "low" && !Object.keys(pictures.low).length) {
    await loadPictures("faces.json");
    pictures.low = (await ask("faces", { cards: Object.keys(pictures.color).filter((code) => isCard(code)), ink })).faces;
  }
  inkNow = ink;
  keepSetting("ink", ink);
  showPictures();
  $("#ink").checked = ink === "low";
}

const picture = (name, kind, alt, more) => el("img", { class: kind, alt, "data-picture": name, src: addressOf(name), draggable: false, ...more });
export function drawing(name, kind = "", alt = "") {
  loadPictures();
  return picture(name, kind, alt);
}
const SHAPES_OF_SEATS = ["circle", "heart", "triangle", "square", "blob"];
export const seatToken = (seat, mood = "calm") => drawing(`${SHAPES_OF_SEATS[seat % SHAPES_OF_SEATS.length]} ${mood}`, "token");
export const back = (alt = "") => drawing("back", "face", alt);

// A face with its name, or the Topper of a color and a shape; `silent` if the name is next to it.
export function face(code, kind = "", silent = false) {
  const plain = code.replace("Q", "?").slice(0, isJoker(code) ? 2 : 3);
  loadFaces();
  return picture(plain, `face ${kind}`, silent ? "" : cardName(plain), { width: 63, height: 88 });
}

// A card that a tap takes away, or moves.
export const heldCard = (code, label, onclick, kind = "small", hasCross = false) =>
  button([face(code, kind, true), hasCross ? el("span", { class: "away", "aria-hidden": "true" }, "×") : null], onclick, "held", { "aria-label": label });

export const faces = (codes, kind = "") => el("span", { class: "faces" }, codes.map((code) => face(code, kind)));

// All cards in two taps: one of 25 colors and shapes, then one of its five, printed as they are.
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

// ---- photos: what was read for a field, and cards that are counted. People check it; nothing is entered from here.

const LONGEST_PX = 2400; // more shows nothing new in a corner

// A button for a field of cards; `found(codes)` gets what is sure or was chosen.
export function cameraButton(label, found, text = "Or photograph them") {
  const place = el("div", { class: "photo", role: "status" });
  const input = el("input", { type: "file", accept: "image/*", capture: "environment", "aria-label": `Photo: ${label}`, onchange: read });
  async function read() {
    if (!input.files.length) return;
    place.textContent = "The photo is being read.";
    try {
      const photo = await smaller(input.files[0]);
      const seen = await engine.readPhoto(photo);
      found(seen.cards.map((card) => card.code));
      place.replaceChildren(...seen.lines.map((line) => el("p", {}, line)), ...seen.unsure.map((one) => doubt(photo, one, found)));
      say(seen.lines.join(" "));
    } catch (error) {
      place.textContent = error.text ?? "This photo can't be opened. Take it again as JPEG.";
    }
    input.value = "";
  }
  return labeled(text, input, {}, place);
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
  const choose = (...codes) => { if (codes.length) found(codes); row.remove(); };
  const row = el("div", { class: "row" }, cut, one.codes.map((code) => button(face(code, "", true), () => choose(code), "offer", { "aria-label": cardName(code) })), button("Neither", () => choose(), "small"));
  return row;
}

// Cards that are counted, in photos that add up: how many a pile holds, and what of a deck is not seen. A tap moves a card.
const DECKS = { full: "Full deck", squares: "Squares deck", west: "West deck" };
const TRAITS = ["color", "shape", "number"];
const SHOWN = 30; // more cards that are not seen are only counted
const seenCodes = new Set(); // the codes of cards that were seen
let deck = [];

export async function openCount(place) {
  const choose = () => attempt(result, async () => {
    deck = (await ask("cards", { deck: which.value, jokers: jokers.checked ? 2 : 0 })).cards;
    showCounted(result);
  });
  const which = el("select", { onchange: choose }, Object.entries(DECKS).map(([value, text]) => el("option", { value }, text)));
  const jokers = el("input", { type: "checkbox", onchange: choose });
  const result = el("div", { id: "counted" });
  place.replaceChildren(
    el("p", {}, "Lay the cards out so that each shows a corner, up to 40 in one photo. Photos add up, and a card may be in several of them."),
    labeled("Deck", which), el("label", { class: "switch" }, jokers, el("span", {}, "With two jokers")),
    cameraButton("cards to count", (codes) => { codes.forEach((code) => seenCodes.add(code)); showCounted(result); }, "Photograph them"), result,
    el("div", { class: "row" }, button("Start again", () => { seenCodes.clear(); showCounted(result); }, "plain")),
  );
  await choose();
}

function showCounted(place) {
  if (!seenCodes.size) return place.replaceChildren(el("p", { class: "quiet idle" }, "No card is counted yet."));
  const there = deck.filter((card) => seenCodes.has(card.code));
  const rest = deck.filter((card) => !seenCodes.has(card.code));
  const others = [...seenCodes].filter((code) => !deck.some((card) => card.code === code));
  const move = (text, code) => { if (!seenCodes.delete(code)) seenCodes.add(code); showCounted(place); say(text); $("#counted h2").focus(); };
  const tap = ({ code }, text) => heldCard(code, `${cardName(code)}: ${text}`, () => move(`${cardName(code)}: ${text}`, code));
  const counts = TRAITS.map((trait) => [...new Set(deck.map((card) => card[trait]))].filter(Boolean).map((value) => `${value}: ${there.filter((card) => card[trait] === value).length}`).join(" · "));
  const lost = rest.length > SHOWN ? [el("p", {}, `${rest.length} cards of the deck are not seen yet.`)] : rest.length ? [el("p", {}, `Not seen: ${rest.length}. Is one here after all? Tap it.`), el("span", { class: "faces" }, rest.map((card) => tap(card, "it is here")))] : [el("p", { class: "winner" }, "The deck is complete.")];
  place.replaceChildren(
    el("h2", { tabindex: "-1" }, `${there.length} of ${deck.length} cards seen`), ...lost,
    others.length ? el("p", {}, `Not of this deck: ${others.map(cardName).join(", ")}.`) : "",
    el("details", {}, el("summary", {}, "What is counted"), counts.map((line) => el("p", {}, line)), el("p", { class: "quiet" }, "Is one not here? Tap it."), el("span", { class: "faces" }, there.map((card) => tap(card, "it is not here")))),
  );
}
