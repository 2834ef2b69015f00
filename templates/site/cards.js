// Cards as pictures with names.
import { $, el, newId } from "./dom.js";
import { keepSetting, readSetting } from "./store.js";
import { ask, engineFile } from "./engine.js";

const NAMES = [
  { R: "red", Y: "yellow", G: "green", B: "blue", K: "black" },
  { C: "circle", H: "heart", T: "triangle", S: "square", B: "blob" },
  { 1: "1", 2: "2", 3: "3", 4: "4", "?": "?" },
];
const pictures = { color: {}, low: {} }; // as SVG: faces by code, the Topper of a color and a shape (`YH`), `back`, `cover GAME`, `SHAPE MOOD`
const addresses = new Map();
let inkNow = "color";

export const isJoker = (code) => code[0] === "J";
export const isCard = (code) => /^([RYGBK][CHTSB][1-4?Q]|J[12])/.test(code);
export const cardName = (code) => (isJoker(code) ? `joker ${code[1]}` : [...code.replace("Q", "?")].slice(0, 3).map((letter, i) => NAMES[i][letter]).join(" "));

const loading = {};
// Pictures come with one of two files; those that are on the page already are shown then.
export function loadPictures(file = "pictures.json") {
  loading[file] ??= engineFile(file).then((bytes) => {
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
