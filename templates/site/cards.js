// Cards as pictures with names, and the sheet from which one picks: color, then shape, then number.
import { $, el, button, say, sentence } from "./dom.js";
import { ask, engineFile } from "./engine.js";
import { readSetting, keepSetting } from "./store.js";

const NAMES = [
  { R: "red", Y: "yellow", G: "green", B: "blue", K: "black" },
  { C: "circle", H: "heart", T: "triangle", S: "square", B: "blob" },
  { 1: "1", 2: "2", 3: "3", 4: "4", "?": "?" },
];
const JOKERS = ["J1", "J2"];
const pictures = { color: {}, low: {}, ink: "color", addresses: new Map() };

export const isJoker = (code) => code[0] === "J";
export const isCard = (code) => /^([RYGBK][CHTSB][1-4?Q]|J[12])/.test(code);
export const cardName = (code) => (isJoker(code) ? `joker ${code[1]}` : [...code.replace("Q", "?")].slice(0, 3).map((letter, i) => NAMES[i][letter]).join(" "));

let loading = null;
export function loadFaces() {
  loading ??= (async () => {
    pictures.color = JSON.parse(new TextDecoder().decode(await engineFile("faces.json")));
    showFaces();
    if ((await readSetting("ink")) === "low") await changeInk("low");
  })();
  return loading;
}

const showFaces = () => document.querySelectorAll("img[data-face]").forEach((image) => (image.src = faceAddress(image.dataset.face)));

// In black ink they are drawn here, once.
export async function changeInk(ink) {
  if (ink === "low" && !Object.keys(pictures.low).length) pictures.low = (await ask("faces", { cards: Object.keys(pictures.color), ink })).faces;
  pictures.ink = ink;
  keepSetting("ink", ink);
  showFaces();
  $("#ink").checked = ink === "low";
}

function faceAddress(code) {
  const key = `${pictures.ink} ${code}`;
  if (!pictures[pictures.ink][code]) return "data:,";
  if (!pictures.addresses.has(key)) pictures.addresses.set(key, URL.createObjectURL(new Blob([pictures[pictures.ink][code]], { type: "image/svg+xml" })));
  return pictures.addresses.get(key);
}

// A face with its name; `silent` if the name is next to it.
export function face(code, kind = "", silent = false) {
  const plain = code.replace("Q", "?").slice(0, isJoker(code) ? 2 : 3);
  loadFaces();
  return el("img", { class: `face ${kind}`, alt: silent ? "" : cardName(plain), "data-face": plain, src: faceAddress(plain), draggable: false, width: 63, height: 88 });
}

export const faces = (codes, kind = "") => el("span", { class: "faces" }, codes.map((code) => face(code, kind)));

// Opens the sheet. `deck`: the codes that may be picked, without it all 125; `picked(code)` is called with each one.
export function pickCards({ title, deck, jokers = false, many = false, picked, taken = () => [] }) {
  const sheet = $("#picker");
  const may = (code) => (!deck || deck.includes(code)) && !taken().includes(code);
  const codes = (start) => Object.keys(NAMES[0]).flatMap((c) => Object.keys(NAMES[1]).flatMap((s) => Object.keys(NAMES[2]).map((n) => c + s + n))).filter((code) => code.startsWith(start) && may(code));
  const body = el("div", { class: "picking" });
  const bottom = el("div", { class: "row" });

  function show(path) {
    const step = path.length;
    const ask = ["Which color?", "Which shape?", "Which number?"][step];
    const offers = Object.entries(NAMES[step]).map(([letter, word]) => {
      const start = path + letter;
      const found = codes(start);
      const look = step === 0 ? el("span", { class: `swatch ink-${word}`, "data-letter": letter }) : face(step === 1 ? `${start}1` : start, "large", true);
      return el("button", { type: "button", class: "offer", disabled: !found.length, "aria-label": step === 2 ? cardName(start) : word, onclick: () => choose(start) }, look, el("span", {}, sentence(word)));
    });
    if (step === 0 && jokers) for (const code of JOKERS) offers.push(el("button", { type: "button", class: "offer", disabled: !may(code), "aria-label": cardName(code), onclick: () => choose(code) }, face(code, "large", true), el("span", {}, sentence(cardName(code)))));
    const back = step ? button("Back", () => show(path.slice(0, -1)), "plain") : null;
    body.replaceChildren(el("p", { class: "path", id: "picker-step", tabindex: "-1" }, path ? `${sentence([...path].map((letter, i) => NAMES[i][letter]).join(" "))} – ${ask}` : ask), el("div", { class: "offers" }, offers));
    bottom.replaceChildren(...[back, button(many ? "Done" : "Close", () => sheet.close(), many ? "main" : "plain")].filter(Boolean));
    if (sheet.open) $("#picker-step").focus();
  }
  function choose(code) {
    if (code.length < 3 && !isJoker(code)) return show(code);
    picked(code);
    say(`${sentence(cardName(code))} picked`);
    return many ? show("") : sheet.close();
  }
  show("");
  sheet.replaceChildren(el("h2", { id: "picker-title" }, title), body, bottom);
  sheet.showModal();
  $("#picker-step").focus();
}
