// One thing to fill in, as the engine describes it: {name, kind, text, needed, choices, open, min, max, default, jokers}; the games that it
// knows; and the house rules of one, which are such fields.
// makeField() gives { node, name, value() }, and count() or file() where there is one; a value is null where nothing was entered.
import { el, button, labeled, newId, sentence } from "./dom.js";
import { engine } from "./engine.js";
import { cameraButton, cardGrid, cardName, heldCard, isCard, seatToken } from "./cards.js";
import { readSetting, keepSetting } from "./store.js";

const FEW = 7;
const MOST_KNOWN = 12; // names of earlier players that are offered
const YES_NO = [{ value: true, text: "Yes" }, { value: false, text: "No" }];

const makers = {
  cards: cardsField,
  names: namesField,
  file: fileField,
  number: (field, changed) => (field.choices && !field.open ? chipsField : numberField)(field, changed),
  length: (field, changed) => numberField({ ...field, decimals: true }, changed),
  choice: (field, changed) => (field.choices.length > FEW ? selectField : chipsField)(field, changed),
  yesno: (field, changed) => chipsField({ ...field, choices: YES_NO }, changed),
};
const makeField = (field, changed) => ({ ...(makers[field.kind] ?? textField)(field, changed), name: field.name });

// All of them under each other; values() gives those that were entered, by name.
export function makeForm(fields, changed = () => {}) {
  const made = fields.map((field) => makeField(field, changed));
  const files = async () => Object.fromEntries(await Promise.all(made.map((each) => each.file?.()).filter(Boolean).map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())])));
  const values = () => Object.fromEntries(made.map((each) => [each.name, each.value()]).filter(([, value]) => value !== null));
  return { made, files, values, node: el("div", { class: "fields" }, made.map((each) => each.node)) };
}

const label = (field) => sentence(field.text.replace(/\.$/, ""));
const group = (field, ...inside) => el("fieldset", { "data-field": field.name }, el("legend", {}, label(field)), ...inside);
const lined = (field, input) => labeled(label(field), input, { "data-field": field.name });

function textField(field, changed) {
  const input = el("input", { type: "text", autocomplete: "off", autocapitalize: "off", value: field.default ?? "", oninput: () => changed() });
  return { node: lined(field, input), value: () => input.value.trim() || null };
}

function fileField(field, changed) {
  const input = el("input", { type: "file", onchange: () => changed() });
  return { node: lined(field, input), value: () => input.files[0]?.name ?? null, file: () => input.files[0] };
}

function numberField(field, changed) {
  const whole = !String(field.default ?? "").includes(".") && !field.decimals;
  const input = el("input", { type: "number", inputmode: whole ? "numeric" : "decimal", step: whole ? "1" : "any", min: field.min, max: field.max, value: field.default ?? "", oninput: () => changed() });
  const step = (by) => { input.value = Math.min(field.max ?? Infinity, Math.max(field.min ?? -Infinity, (Number(input.value) || 0) + by)); changed(); };
  const node = lined(field, input);
  node.append(el("div", { class: "stepper" }, button("−", () => step(-1), "plain", { "aria-label": `Less: ${label(field)}` }), input, button("+", () => step(1), "plain", { "aria-label": `More: ${label(field)}` })));
  return { node, value: () => (input.value === "" ? null : Number(input.value)) };
}

function selectField(field, changed) {
  const options = field.choices.map((choice, index) => el("option", { value: String(index), selected: choice.value === field.default }, sentence(choice.text)));
  const input = el("select", { onchange: () => changed() }, field.needed ? null : el("option", { value: "" }, "–"), options);
  return { node: lined(field, input), value: () => (input.value === "" ? null : field.choices[Number(input.value)].value) };
}

// Choices as buttons, of which one stays pressed.
function chipsField(field, changed) {
  const name = newId("chips");
  const inputs = field.choices.map(({ value }) => el("input", { type: "radio", name, checked: value === field.default, onchange: () => changed() }));
  const chips = field.choices.map(({ text }, index) => el("label", { class: "chip" }, inputs[index], el("span", {}, sentence(text.replaceAll("_", " ")))));
  const clear = () => { inputs.forEach((input) => (input.checked = false)); changed(); };
  const isOpen = !field.needed && (field.default ?? null) === null;
  const row = el("div", { class: "chips" }, chips, isOpen ? button("Not said", clear, "plain small") : null);
  return { node: group(field, row), value: () => field.choices.find((_, index) => inputs[index].checked)?.value ?? null };
}

function cardsField(field, changed) {
  let held = [];
  const [place, grid] = [el("span", { class: "faces" }), el("div", { class: "ask" })];
  const set = (codes) => { held = codes; show(); changed(); };
  const pick = (...codes) => set([...new Set([...held, ...codes])]);
  function takeAway(code) {
    const away = () => set(held.filter((each) => each !== code));
    return isCard(code) ? heldCard(code, `Take away ${cardName(code)}`, away, "", true) : button(`${code} ×`, away, "piece", { "aria-label": `Take away ${code}` });
  }
  function show() {
    place.replaceChildren(...held.map(takeAway));
    grid.replaceChildren(cardGrid({ label: label(field), may: (code) => !held.includes(code), picked: pick, jokers: field.jokers ? 2 : 0 }));
  }
  show();
  const others = field.choices.filter(({ value }) => !isCard(value));
  const pieces = others.length ? el("div", { class: "chips" }, others.map((piece) => button(sentence(piece.text), () => pick(piece.value), "small"))) : null;
  return { node: group(field, place, el("details", {}, el("summary", {}, "Pick cards"), grid), pieces, cameraButton(label(field), (codes) => pick(...codes))), value: () => (held.length ? held : null) };
}

// A name for each player beside their token, in the order of seats; those who played before are a tap each.
function namesField(field, changed) {
  const [low, high] = [Math.max(2, field.min ?? 2), field.max ?? Infinity];
  const names = [...(field.default ?? [])];
  while (names.length < low) names.push("");
  const [seats, known] = [el("div", { class: "tiles named" }), el("div", { class: "row known" })];
  const said = () => names.map((name) => name.trim()).filter(Boolean);
  const set = (seat, gone, ...name) => { names.splice(seat, gone, ...name); show(); changed(); };
  const add = () => { set(names.length, 0, ""); seats.querySelector(".tile:last-child input").focus(); };
  function tile(name, seat) {
    const text = `Player ${seat + 1}`;
    const input = el("input", { type: "text", value: name, maxLength: 60, autocomplete: "off", autocapitalize: "words", "aria-label": text, placeholder: text, oninput: () => { names[seat] = input.value; changed(); } });
    return el("div", { class: "tile" }, seatToken(seat), input, names.length > low ? button("×", () => set(seat, 1), "plain", { "aria-label": `Without ${name || text}` }) : "");
  }
  function show() {
    const free = names.includes("") ? names.indexOf("") : names.length;
    const others = free < high ? (field.choices ?? []).map(({ value }) => value).filter((name) => !said().includes(name)) : [];
    seats.replaceChildren(...names.map(tile));
    known.replaceChildren(...others.slice(0, MOST_KNOWN).map((name) => button(name, () => set(free, 1, name), "plain", { "aria-label": `${name} plays` })), names.length < high ? button("One more player", add, "plain") : "");
  }
  show();
  return { node: group(field, seats, known), value: () => (said().length ? said() : null), count: () => names.length };
}
// Who played last on this device.
export const keptNames = async () => (await readSetting("players", [])).filter((name) => typeof name === "string");

let games = null;
export async function knownGames() {
  games ??= JSON.parse(new TextDecoder().decode(await engine.file("games.json"))).games;
  return games;
}

// Whether a house rule may have this value; a damaged setting, or one of another version, is passed over.
const mayHold = (field, value) => Boolean(field) && (field.choices?.some((choice) => choice.value === value)
  || (field.kind === "number" ? Number.isInteger(value) && (field.open || !field.choices) && value >= (field.min ?? value) && value <= (field.max ?? value) : !field.choices && typeof value === typeof field.default));

// The house rules of a game, kept for all screens; only what differs from the book is stored.
export async function houseRules(game, changed = () => {}) {
  const stored = Object.entries(await readSetting(`house ${game.name}`, {}));
  let house = Object.fromEntries(stored.filter(([name, value]) => mayHold(game.house.find((field) => field.name === name), value)));
  const count = el("span", { class: "quiet" });
  const fields = game.house.filter((field) => field.choices?.length !== 1);
  const form = makeForm(fields.map((field) => ({ ...field, default: house[field.name] ?? field.default })), () => {
    const values = form.values();
    house = Object.fromEntries(fields.filter(({ name, default: printed }) => name in values && values[name] !== printed).map(({ name }) => [name, values[name]]));
    keepSetting(`house ${game.name}`, house);
    tell();
    changed();
  });
  const tell = () => (count.textContent = Object.keys(house).length ? ` ${Object.keys(house).length} of your own` : " as in the book");
  tell();
  return { value: () => house, node: fields.length ? el("details", { class: "house" }, el("summary", {}, "House rules", count), form.node) : el("span") };
}

// What a button with few words is called: it says these and all that the choice means.
export const labelOf = ({ short, say }) => (say.toLowerCase().includes(short.toLowerCase()) ? say : `${short}: ${say}`);
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
export const ruleLinks = (game, rules) => rules.flatMap((rule) => [" ", el("a", { href: `#rules/${game.name}/${encodeURIComponent(rule)}` }, `Rule ${rule}`)]);
