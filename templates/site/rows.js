// The layout of a game in which each player has a row of cards that lie open, and cards go on cards.
import { el, sentence } from "./dom.js";
import { cardName, face } from "./cards.js";

function cell(round, place, index) {
  const [picked] = round.pick.cards;
  const targets = picked ? round.shown.may[picked] ?? [] : [];
  const isTarget = targets.includes(place.tap);
  const isNew = round.shown.moves.some((move) => move.to === place.id);
  const look = picked ? (isTarget ? " may" : " dim") : isNew ? " new" : "";
  const code = place.cards.at(-1);
  return el("button", {
    type: "button", class: `cell${look}`, "data-place": place.id, "data-key": place.id, tabindex: index ? "-1" : "0", disabled: !place.tap, "aria-label": `${place.owner}: ${cardName(code)}`, onclick: () => round.tap("table", place.tap),
  }, face(code, "", true));
}

// One stop of the tabulator for a row; arrows go along it.
function along(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const cells = [...event.currentTarget.children];
  const next = step && cells[cells.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  for (const each of cells) each.tabIndex = each === next ? 0 : -1;
  next.focus();
}

function row(round, player) {
  const places = round.shown.places.filter((place) => place.owner === player.name && place.id.startsWith("row:"));
  const last = round.shown.moves.findLast((move) => move.who === player.name && move.to !== `hand:${player.name}`);
  const isOut = !places.length || places.every((place) => !place.cards.length);
  const name = el("div", { class: "rowname", "data-place": `hand:${player.name}` }, round.seat(player.name, { mood: isOut ? "asleep" : "calm" }), isOut ? el("span", { class: "plate" }, "out") : last ? el("span", { class: "plate" }, last.short) : null);
  return el("div", { class: "row-of" }, name, isOut ? null : el("div", { class: "row6", role: "group", "aria-label": player.name === "You" ? "Your row" : `${player.name}'s row`, onkeydown: along }, places.map((place, index) => cell(round, place, index))));
}

export const rows = {
  isDirect: true,

  felt(round) {
    const { players } = round.shown;
    return [el("div", { class: "rows", "data-count": String(players.length) }, [...players.slice(1), players[0]].map((player) => row(round, player))), ...["draw", "discard"].map((name) => el("span", { class: "corner", "data-place": name }))];
  },

  // One card of the hand, then one card of the table.
  pick: (round, kind, changed) => (kind === "cards" ? { cards: changed.slice(-1), table: [] } : { cards: round.pick.cards, table: round.pick.cards.length ? changed.slice(-1) : [] }),

  line(round) {
    const [picked] = round.pick.cards;
    if (!picked || round.pick.table.length) return null;
    const targets = (round.shown.may[picked] ?? []).filter(Boolean);
    return [el("span", {}, targets.length ? `Framed: where ${cardName(picked)} may go. Tap one.` : `${sentence(cardName(picked))} goes nowhere now.`)];
  },
};
