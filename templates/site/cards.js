// Cards as pictures with names.
import { $, el } from "./dom.js";
import { ask, engineFile } from "./engine.js";
import { readSetting, keepSetting } from "./store.js";

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
  if (ink === "low" && !Object.keys(pictures.low).length) pictures.low = (await ask("faces", { cards: Object.keys(pictures.color).filter((code) => isCard(code)), ink })).faces;
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
