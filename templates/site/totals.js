// The night at a glance: who has how much, who deals, who is out, who has won.
import { el } from "./dom.js";

export const winnerWords = (state) => (state.winner?.length ? `${state.winner.join(" and ")} ${state.winner.length > 1 ? "win" : "wins"}!` : "The game is over.");

// Names and totals in large letters.
export function totals(state) {
  const out = new Set(state.eliminated ?? []);
  const won = new Set(state.winner ?? []);
  const standing = (name) => state.totals[name] ?? (won.has(name) ? "wins" : out.has(name) ? "out" : "plays");
  const rows = state.players.map((name) => {
    const about = [name === state.dealer && !state.over ? el("span", { class: "dealer" }, "deals") : null, out.has(name) ? el("span", { class: "dealer" }, "out") : null, won.has(name) ? el("span", { class: "dealer" }, "wins") : null];
    return el("tr", { class: won.has(name) ? "won" : out.has(name) ? "gone" : null }, el("th", { scope: "row" }, name, about), el("td", {}, String(standing(name))));
  });
  const best = state.good_points === "few" ? "Few points are good. " : state.good_points === "many" ? "Many points are good. " : "";
  const counted = state.hands.length ? `${state.hands.length} ${state.hands.length === 1 ? "hand" : "hands"} entered.` : "No hand entered yet.";
  return el("section", { class: "panel", "aria-label": "Totals" }, el("h2", {}, state.title), el("table", { class: "totals" }, el("tbody", {}, rows)), (state.explained ?? []).map((line) => el("p", {}, line)), el("p", { class: "quiet" }, best + counted),
    (state.problems ?? []).map((line) => el("p", { class: "error" }, line)), state.lines?.length ? el("details", {}, el("summary", {}, "All of the night"), el("pre", { class: "mono", tabindex: "0" }, state.lines.join("\n"))) : null);
}
