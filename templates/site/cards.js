// Cards as pictures with names.
import { $, el } from "./dom.js";
import { ask, engineFile } from "./engine.js";
import { readSetting, keepSetting } from "./store.js";

const NAMES = [
  { R: "red", Y: "yellow", G: "green", B: "blue", K: "black" },
  { C: "circle", H: "heart", T: "triangle", S: "square", B: "blob" },
  { 1: "1", 2: "2", 3: "3", 4: "4", "?": "?" },
];
const pictures = { color: {}, low: {}, ink: "color", addresses: new Map() };

export const isJoker = (code) => code[0] === "J";
export const isCard = (code) => /^([RYGBK][CHTSB][1-4?Q]|J[12])/.test(code);
export const cardName = (code) => (isJoker(code) ? `joker ${code[1]}` : [...code.replace("Q", "?")].slice(0, 3).map((letter, i) => NAMES[i][letter]).join(" "));

let loading = null;
function loadFaces() {
  loading ??= (async () => {
    pictures.color = JSON.parse(new TextDecoder().decode(await engineFile("faces.json")));
    showFaces();
    if ((await readSetting("ink")) === "low") await changeInk("low");
  })();
  return loading;
}

// What is drawn beside cards: `back`, `cover GAME`, and `SHAPE MOOD` for players.
let drawn = null;
export async function loadPictures() {
  drawn ??= engineFile("pictures.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes))).catch((error) => { drawn = null; throw error; });
  const found = await drawn;
  for (const image of document.querySelectorAll("img[data-drawing]:not([src])")) showDrawing(image, found);
  return found;
}
function showDrawing(image, found) {
  const key = image.dataset.drawing;
  if (!found[key]) return;
  if (!pictures.addresses.has(key)) pictures.addresses.set(key, URL.createObjectURL(new Blob([found[key]], { type: "image/svg+xml" })));
  image.src = pictures.addresses.get(key);
}
export function drawing(name, kind = "", alt = "") {
  const image = el("img", { class: kind, alt, "data-drawing": name, draggable: false });
  loadPictures().then((found) => showDrawing(image, found));
  return image;
}
export const token = (shape, mood = "calm") => drawing(`${shape} ${mood}`, "token");
export const back = (alt = "") => drawing("back", "face", alt);

const showFaces = () => document.querySelectorAll("img[data-face]").forEach((image) => faceAddress(image.dataset.face) && (image.src = faceAddress(image.dataset.face)));

// In black ink they are drawn here, once.
export async function changeInk(ink) {
  if (ink === "low" && !Object.keys(pictures.low).length) pictures.low = (await ask("faces", { cards: Object.keys(pictures.color).filter((code) => isCard(code)), ink })).faces;
  pictures.ink = ink;
  keepSetting("ink", ink);
  showFaces();
  $("#ink").checked = ink === "low";
}

function faceAddress(code) {
  const key = `${pictures.ink} ${code}`;
  const picture = pictures[pictures.ink][code] ?? pictures.color[code];
  if (!picture) return null;
  if (!pictures.addresses.has(key)) pictures.addresses.set(key, URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })));
  return pictures.addresses.get(key);
}

// A face with its name, or the Topper of a color and a shape (`YH`); `silent` if the name is next to it.
export function face(code, kind = "", silent = false) {
  const plain = code.replace("Q", "?").slice(0, isJoker(code) ? 2 : 3);
  loadFaces();
  return el("img", { class: `face ${kind}`, alt: silent ? "" : cardName(plain), "data-face": plain, src: faceAddress(plain), draggable: false, width: 63, height: 88 });
}

export const faces = (codes, kind = "") => el("span", { class: "faces" }, codes.map((code) => face(code, kind)));
