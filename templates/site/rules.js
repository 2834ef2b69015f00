// The rules of a game by words, with the examples of the rule books as pictures.
import { attempt, el, later, say } from "./dom.js";
import { ask } from "./engine.js";
import { face } from "./cards.js";
import { setBar, showSheet } from "./frame.js";
import { houseRules } from "./games.js";

// `first` is what the address asks for: `#rules/GAME/4b` is a link to a rule, to follow or to send.
export async function openRules(place, game, first = "") {
  const found = el("div", { class: "found" });
  const input = el("input", { id: "words", type: "search", autocomplete: "off", value: first, "aria-label": `Look up in ${game.title}`, placeholder: "going out, joker, 2c …", oninput: later(() => look()) });
  const house = await houseRules(game, () => look());
  async function look() {
    const words = input.value.trim();
    await attempt(found, async () => {
      const answer = await ask("rules", { game: game.name, words, house: house.value() });
      if (words === input.value.trim()) showFound(found, answer, (number) => { input.value = number; look(); });
    });
  }
  place.replaceChildren(input, found);
  if (place.isConnected) setBar(game.title, [["House rules", () => showSheet("House rules", house.node)]]); // else another screen is shown
  await look();
}

// A section that has no number, such as the setup, is known by its title.
const headingOf = ({ number, title }) => (/\d/.test(number[0]) ? `${number}  ${title}` : title);

// Without words all rules, under links to each with its examples; else what is found.
function showFound(place, answer, open) {
  const found = answer.found ?? [];
  const link = (rule) => el("li", {}, el("button", { type: "button", class: "plain wide", onclick: () => open(rule.number) }, headingOf(rule)));
  const list = answer.rules ? [el("ul", { class: "chapters" }, answer.rules.map(link))] : [];
  const shown = found.length ? found.map((rule) => showRule(rule, answer.game)) : [el("p", { class: "idle" }, answer.text ?? "Nothing found.")];
  place.replaceChildren(...list, ...shown);
  if (!answer.rules) say(found.length === 1 ? "One rule found" : `${found.length} rules found`);
}

function showRule(rule, game) {
  const numbers = rule.rules.join(", ");
  const heading = rule.is_house ? `House rule${numbers && `, for rule ${numbers}`}` : headingOf(rule);
  const rulings = Object.entries(rule.rulings).filter(([, text]) => text);
  return el("article", { class: "rule" },
    el("h2", {}, el("a", { href: `#rules/${game}/${rule.number}`, class: "number" }, heading)),
    rule.text ? rule.text.split("\n").map((line) => el("p", {}, line)) : null,
    rule.more.map(showTable),
    rulings.map(([code, text]) => el("p", { class: "quiet" }, `${code}: ${text}`)),
    rule.examples.map(showExample));
}

function showTable({ header, rows }) {
  return el("div", { class: "more", tabindex: "0", role: "group", "aria-label": "Table" }, el("table", {}, el("thead", {}, el("tr", {}, header.map((cell) => el("th", { scope: "col" }, cell)))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));
}

function showExample(example) {
  const groups = (example.groups ?? []).map((group) => el("div", { class: "group" }, group.role ? el("span", { class: "quiet" }, group.role) : null,
    el("span", { class: "faces" }, group.down ? el("span", { class: "down" }, `${group.down} face down`) : null, group.cards.map((card) => el("figure", {}, face(card.code, "small"), card.counts_as ? el("figcaption", {}, `counts ${card.counts_as}`) : null)))));
  const kind = example.verdict === "fact" ? "" : example.verdict === "legal" || example.verdict === "yes" ? "yes" : "no";
  return el("div", { class: `example ${kind}` }, groups.length ? el("div", { class: "groups" }, groups) : null, el("p", {}, example.words ? `${example.words} ` : "", el("b", {}, example.answer), example.outcome ? ` ${example.outcome}` : ""), example.caption ? el("p", { class: "quiet" }, example.caption) : null);
}
