// One thing to fill in, as the engine describes it: {name, kind, text, needed, choices, min, max, default, deck, jokers}.
// makeField() gives { node, name, value(), field }; a value is null where nothing was entered.
import { el, button, newId, plain, sentence } from "./dom.js";
import { cardGrid, cardName, face, isCard, isJoker } from "./cards.js";
import { cameraButton } from "./photos.js";

const FEW = 7;

const makers = {
  cards: cardsField,
  number: (field, changed) => (field.choices && !field.open && field.choices.length <= FEW ? chipsField(field, changed) : numberField(field, changed)), text: textField, names: namesField,
  length: (field, changed) => numberField({ ...field, decimals: true }, changed),
  choice: (field, changed) => (!field.choices ? textField(field, changed) : field.choices.length > FEW ? selectField(field, changed) : chipsField(field, changed)),
  yesno: (field, changed) => chipsField({ ...field, choices: [{ value: true, text: "Yes" }, { value: false, text: "No" }] }, changed),
  seat: (field, changed) => (field.choices ? chipsField(field, changed) : textField(field, changed)),
  seats: (field, changed) => (field.choices ? chipsField({ ...field, many: true }, changed) : namesField(field, changed)),
  file: fileField,
};

function makeField(field, changed = () => {}) {
  const choices = field.choices?.map((choice) => (typeof choice === "object" && choice !== null ? choice : { value: choice, text: choice === null ? "nobody" : String(choice) }));
  const made = (makers[field.kind] ?? textField)({ ...field, choices }, changed);
  return { ...made, name: field.name, field };
}

// All of them under each other; values() gives those that were entered, by name.
export function makeForm(fields, changed = () => {}) {
  const made = fields.map((field) => makeField(field, changed));
  const files = async () => Object.fromEntries(await Promise.all(made.map((each) => each.file?.()).filter(Boolean).map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())])));
  return { made, files, values: () => said(made), node: el("div", { class: "fields" }, made.map((each) => each.node)) };
}

const said = (made) => Object.fromEntries(made.filter((each) => !each.node.hidden).map((each) => [each.name, each.value()]).filter(([, value]) => value !== null));

// As on a screen: without advice for people who type.
const label = (field) => sentence(plain(field.text || field.name).replace(/,? separated by commas/, "").replace(/; again for each further one/, "").replace(/\.$/, ""));

const group = (field, ...inside) => el("fieldset", { "data-field": field.name }, el("legend", {}, label(field)), ...inside);

function lined(field, input) {
  input.id = newId("field");
  return el("div", { class: "field", "data-field": field.name }, el("label", { for: input.id }, label(field)), input);
}

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
  const row = el("div", { class: "stepper" }, button("−", () => step(-1), "plain", { "aria-label": `Less: ${label(field)}` }), input, button("+", () => step(1), "plain", { "aria-label": `More: ${label(field)}` }));
  node.append(row);
  return { node, value: () => (input.value === "" ? null : Number(input.value)) };
}

function selectField(field, changed) {
  const options = field.choices.map((choice, index) => el("option", { value: String(index), selected: choice.value === field.default }, sentence(String(choice.text))));
  const input = el("select", { onchange: () => changed() }, field.needed ? null : el("option", { value: "" }, "–"), options);
  return { node: lined(field, input), value: () => (input.value === "" ? null : field.choices[Number(input.value)].value) };
}

// Choices as buttons that stay pressed: one of them, or with `many` any of them.
function chipsField(field, changed) {
  const name = newId("chips");
  const type = field.many ? "checkbox" : "radio";
  const inputs = [];
  const first = field.many ? field.default ?? [] : field.default;
  const chip = (choice) => {
    const checked = field.many ? first.includes(choice.value) : first !== null && first !== undefined && choice.value === first;
    const input = el("input", { type, name, checked, onchange: () => changed() });
    inputs.push([input, choice.value]);
    return el("label", { class: "chip" }, input, el("span", {}, sentence(String(choice.text).replaceAll("_", " "))));
  };
  const row = el("div", { class: "chips" }, field.choices.map(chip));
  const empty = !field.many && !field.needed && (first === null || first === undefined);
  if (empty) row.append(button("Not said", () => { inputs.forEach(([input]) => (input.checked = false)); changed(); }, "plain small"));
  const value = () => {
    const chosen = inputs.filter(([input]) => input.checked).map(([, of]) => of);
    if (field.many) return chosen.length || field.needed ? chosen : null;
    return chosen.length ? chosen[0] : null;
  };
  return { node: group(field, row), value };
}

function cardButton(code, away) {
  if (!isCard(code)) return el("button", { type: "button", class: "piece", "aria-label": `Take away ${code}`, onclick: away }, `${code} ×`);
  return el("button", { type: "button", class: "held", "aria-label": `Take away ${cardName(code)}`, onclick: away }, face(code, "", true), el("span", { class: "away", "aria-hidden": "true" }, "×"));
}

function cardsField(field, changed) {
  let held = field.default ? [field.default].flat() : [];
  const [place, grid] = [el("span", { class: "faces" }), el("div", { class: "ask" })];
  const deck = field.deck ?? (field.choices && !field.open ? field.choices.map((choice) => choice.value) : null);
  const may = (code) => !held.includes(code) && (isJoker(code) ? Boolean(field.jokers) : !deck || deck.includes(code));
  const pick = (...codes) => { held = [...held, ...codes.filter((code) => !held.includes(code))]; show(); changed(); };
  function show() {
    place.replaceChildren(...held.map((code) => cardButton(code, () => { held = held.filter((each) => each !== code); show(); changed(); })));
    grid.replaceChildren(cardGrid({ label: label(field), may, picked: pick, jokers: field.jokers ? 2 : 0 }));
  }
  show();
  const others = field.open ? field.choices.filter(({ value }) => !isCard(value)) : [];
  const pieces = others.length ? el("div", { class: "chips" }, others.map((piece) => button(sentence(piece.text), () => pick(piece.value), "small"))) : null;
  const camera = cameraButton(label(field), (codes) => pick(...codes.filter(may)));
  return { node: group(field, place, el("details", {}, el("summary", {}, "Pick cards"), grid), pieces, camera), value: () => (held.length || field.needed ? held : null) };
}

function namesField(field, changed) {
  const rows = el("div", { class: "names" });
  function add(value = "") {
    const number = rows.children.length + 1;
    rows.append(el("input", { type: "text", value, autocomplete: "off", autocapitalize: "words", "aria-label": `Player ${number}`, placeholder: `Player ${number}`, oninput: () => changed() }));
  }
  const first = field.default?.length ? field.default : Array(Math.max(2, field.min ?? 2)).fill("");
  first.forEach((name) => add(name));
  const more = button("One more player", () => { add(); rows.lastChild.focus(); }, "plain");
  const value = () => [...rows.children].map((input) => input.value.trim()).filter(Boolean);
  return { node: group(field, rows, more), value: () => (value().length ? value() : null), count: () => rows.children.length };
}
