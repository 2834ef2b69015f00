// The layout of a game in which each player has a row of cards that lie open, and cards go on cards.
import { el, oneStop, sentence } from "./dom.js";
import { cardName, face } from "./cards.js";

function cell(round, place) {
  const [picked] = round.pick.cards;
  const targets = picked ? round.shown.may[picked] ?? [] : [];
  const isTarget = targets.includes(place.tap);
  const isNew = round.shown.moves.some((move) => move.to === place.id);
  const look = picked ? (isTarget ? " may" : " dim") : isNew ? " new" : "";
  const code = place.cards.at(-1);
  return el("button", {
    type: "button", class: `cell${look}`, "data-place": place.id, "data-key": place.id, disabled: !place.tap, "aria-label": `${place.owner}: ${cardName(code)}`, onclick: () => round.tap("table", place.tap),
  }, face(code, "", true));
}

function row(round, player) {
  const places = round.shown.places.filter((place) => place.owner === player.name && place.id.startsWith("row:"));
  const last = round.shown.moves.findLast((move) => move.who === player.name && move.to !== `hand:${player.name}`);
  const out = round.place(`out:${player.name}`);
  const words = out ? [out.note, "out"].filter(Boolean).join(", ") : last?.short;
  const name = el("div", { class: "rowname", "data-place": `hand:${player.name}` }, round.seat(player.name, { mood: out ? "asleep" : "calm" }), words ? el("span", { class: "plate" }, words) : null);
  const cells = places.map((place) => cell(round, place));
  const label = player.name === "You" ? "Your row" : `${player.name}'s row`;
  return el("div", { class: "row-of" }, name, out ? null : oneStop(label, el("div", { class: "row6", role: "group", "aria-label": label }, cells), cells));
}

export const rows = {
  isDirect: true,
  drawsEachTurn: true,

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
