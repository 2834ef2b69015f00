// How a question of the score is answered, and what to do with a hand that does not add up. Nothing is kept here.
import { el, button, errorBox, sentence } from "./dom.js";
import { makeField } from "./fields.js";

// A question has one way to answer it, or several: a tap on a name, a number, numbers for all, cards.
export function ways(question, give, more) {
  const all = [question, ...(question.also ?? [])];
  const fields = [];
  const parts = all.flatMap((way, index) => {
    const between = index ? [el("p", { class: "quiet" }, "or")] : [];
    if (["seat", "choice", "yesno"].includes(way.kind)) {
      const choices = way.choices ?? [{ value: true, text: "Yes" }, { value: false, text: "No" }];
      return [...between, el("div", { role: "group", "aria-label": way.text || question.text }, index && !way.text ? null : el("p", { class: "asks" }, sentence(way.text || question.text)), el("div", { class: "answers" }, choices.map((choice) => button(sentence(String(choice.text)), () => give(choice.value), choice.value === question.default ? "main" : ""))))];
    }
    const field = way.kind === "numbers" ? numbersField(way) : makeField({ ...way, default: index ? null : question.default, needed: false });
    fields.push(field);
    return [...between, field.node];
  });
  const wrong = el("p", { class: "quiet", role: "alert" });
  const next = () => {
    const said = fields.find((field) => field.value() !== null);
    if (said) return give(said.value());
    if (!fields.some((field) => field.field?.min)) return give([]);
    wrong.textContent = "Nothing is entered yet.";
  };
  const row = [fields.length ? button("Next", next, "main") : null, ...more].filter(Boolean);
  return [...parts, wrong, row.length ? el("div", { class: "row" }, row) : null].filter(Boolean);
}

function numbersField(way) {
  const fields = way.names.map((name) => makeField({ name, kind: "number", text: name, min: way.min, max: way.max }));
  const value = () => (fields.some((field) => field.value() === null) ? null : Object.fromEntries(fields.map((field) => [field.name, field.value()])));
  return { node: el("fieldset", {}, el("legend", {}, sentence(way.text)), el("div", { class: "fields" }, fields.map((field) => field.node))), value, field: { min: 1 } };
}

// `enter(more)` enters the hand anyway.
export function discrepancies(found, enter) {
  const note = el("input", { type: "text", id: "why", autocomplete: "off" });
  return el("div", { class: "error" }, el("p", {}, "This does not add up:"), el("ul", {}, found.map((each) => el("li", {}, typeof each === "string" ? each : each.text))), el("div", { class: "field" }, el("label", { for: "why" }, "Enter it anyway, and note why"), note), button("Enter it anyway", () => enter({ force: true, note: note.value.trim() || "as it was at the table" }), "plain"));
}

// Why an answer cannot be; numbers that do not go with the others can be kept, for a hand in which a card is lost.
export function countBox(error, keep) {
  const box = errorBox(error);
  if (error.kind === "count") box.append(button("Keep it as it is", keep, "plain"));
  return box;
}

// The number of the hand that a draft corrects, null where it is none of these: a damaged draft, or a hand that is taken back.
export const handOf = ({ edit }, hands) => (Number.isInteger(edit) && edit - 1 in hands ? edit : null);
