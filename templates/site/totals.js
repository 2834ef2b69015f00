// The night at a glance: who has how much, who deals, who is out, who has won.
import { el, button } from "./dom.js";

export const winnerWords = (state) => (state.winner?.length ? `${state.winner.join(" and ")} ${state.winner.length > 1 ? "win" : "wins"}!` : "The game is over.");

// Names and totals.
export function totals(state) {
  const out = new Set(state.eliminated ?? []);
  const won = new Set(state.winner ?? []);
  const counted = state.hands.length ? `${state.hands.length} ${state.hands.length === 1 ? "hand" : "hands"} entered.` : "No hand entered yet.";
  const series = state.series && Object.values(state.totals).every((total) => total === null);
  const standing = (name) => state.totals[name] ?? (series ? state.wins[name] : won.has(name) ? "wins" : out.has(name) ? "out" : "plays");
  const rows = state.players.map((name) => {
    const about = [name === state.dealer && !state.over ? el("span", { class: "dealer" }, "deals") : null, out.has(name) ? el("span", { class: "dealer" }, "out") : null, won.has(name) ? el("span", { class: "dealer" }, series ? "won the last" : "wins") : null];
    return el("tr", { class: won.has(name) ? "won" : out.has(name) ? "gone" : null }, el("th", { scope: "row" }, name, about), el("td", {}, String(standing(name))));
  });
  const table = el("table", { class: "totals" }, el("tbody", {}, rows));
  fillLarge(state, table);
  const best = state.good_points === "few" ? "Few points are good. " : state.good_points === "many" ? "Many points are good. " : "";
  const what = series ? "The numbers are games won. " : best;
  return el("section", { class: "panel", "aria-label": "Totals" }, el("h2", {}, state.title), table, el("div", { class: "row" }, button("Large view", () => large.showModal(), "plain")), (state.explained ?? []).map((line) => el("p", {}, line)), el("p", { class: "quiet" }, what + counted),
    (state.problems ?? []).map((line) => el("p", { class: "error" }, line)), state.lines?.length ? el("details", {}, el("summary", {}, "All of the night"), el("pre", { class: "mono", tabindex: "0" }, state.lines.join("\n"))) : null);
}

// All nights together: sentences, and a row for each player and game.
export function statistics(value) {
  const heads = ["Player", "Game", "Games", "Wins", "Points a hand"];
  const rows = value.players.map((each) => [each.name, each.title, each.games, each.wins, each.average?.toFixed(1) ?? ""]);
  const row = (cells, tag) => el("tr", {}, cells.map((cell) => el(tag, {}, String(cell))));
  const table = el("table", {}, el("thead", {}, row(heads, "th")), el("tbody", {}, rows.map((cells) => row(cells, "td"))));
  return [...value.lines.map((line) => el("p", {}, line)), el("div", { class: "more", tabindex: "0", role: "region", "aria-label": "Statistics" }, table)];
}

// The large view, to be read across the room: letters as large as all rows and the longest row allow (page.css). A tap or Esc closes it.
const large = document.body.appendChild(el("dialog", { id: "large", "aria-label": "Large view", onclick: () => large.close() }));
const letters = ({ firstChild: { data } }) => [...data].reduce((sum, letter) => sum + (letter.codePointAt(0) > 0x1100 ? 2 : 1), 0);

function fillLarge(state, table) {
  const longest = (cells, most) => Math.min(most, Math.max(...[...table.querySelectorAll(cells)].map(letters)));
  const sizes = { rows: state.players.length + 1, name: longest("th", 14), total: longest("td", 6) };
  for (const [name, size] of Object.entries(sizes)) large.style.setProperty(`--${name}`, size);
  const next = state.over ? winnerWords(state) : state.dealer ? `${state.dealer} deals` : "";
  large.replaceChildren(table.cloneNode(true), el("div", {}, el("p", {}, next), button("Back", () => large.close(), "plain", { autofocus: true })));
}
