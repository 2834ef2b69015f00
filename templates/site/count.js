// How a round ended: who won, and what each player has, as the score sheet counts it.
import { el } from "./dom.js";

const points = (count) => (count ? `+${count}` : "–");

export function showCount({ shown, seat }) {
  const { end, players } = shown;
  const heads = players.map(({ name }) => el("th", { scope: "col", translate: "no" }, name));
  const cells = ({ has, points: counted }) => players.map((_, at) => el("td", {}, counted ? [el("small", {}, `${has[at]} `), el("b", { class: counted[at] ? "won" : "" }, points(counted[at]))] : String(has[at])));
  const rows = end.rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.label), cells(row)));
  const total = end.total ? el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "Points"), end.total.map((each) => el("td", {}, String(each))))) : null;
  const winners = end.winners.map((name) => el("div", { class: "seat" }, seat(name, { mood: "laughing" })));
  return el("section", { class: "outcome count", tabindex: "0", "aria-label": "How the round ended" },
    el("div", { class: "seats" }, winners), el("h2", {}, end.headline),
    end.rows.length ? el("table", {}, el("thead", {}, el("tr", {}, el("td"), heads)), el("tbody", {}, rows), total) : null);
}
