// The layout of a game in which cards are taken from piles on the table.
import { el, sentence } from "./dom.js";
import { cardName, face } from "./cards.js";

const isPile = (place) => place.id.startsWith("pile:");
const nameOfPile = (place) => `${cardName(place.cards.at(-1))}${place.cards.length > 1 ? `, ${place.cards.length} cards` : ""}`;

function pile(round, place) {
  const [picked] = round.pick.cards;
  const isTapped = round.pick.table.includes(place.tap);
  const isWrong = isTapped && Boolean(round.tried?.reason);
  const under = place.cards.slice(0, -1).slice(-2).map((code) => face(code, "under", true));
  const looks = place.cards.length > 1 && place.note ? el("span", { class: "plate" }, place.note) : null;
  return el("button", {
    type: "button", class: `pile-of${isTapped ? " tapped" : ""}${isWrong ? " wrong" : ""}`, "data-place": place.id, "data-key": place.id, disabled: !place.tap || !picked, "aria-pressed": String(isTapped), "aria-label": nameOfPile(place), onclick: () => round.tap("table", place.tap),
  }, under, face(place.cards.at(-1), "", true), looks);
}

function taken(round, name) {
  const place = round.place(`taken:${name}`);
  return place ? el("span", { class: "plate", "data-place": place.id }, `took ${place.count}`) : null;
}

// "3 + 1 = 4 and 4": the sets of a take with what each adds up to.
function sums({ numbers, wants, ok, sum }) {
  const text = (set) => (set.length > 1 ? `${set.join(" + ")} = ${ok ? wants : set.reduce((one, other) => (typeof one === "number" && typeof other === "number" ? one + other : "?"))}` : String(set[0]));
  return numbers.length ? numbers.map(text).join(" and ") : String(sum ?? "");
}

export const piles = {
  felt(round) {
    const found = round.shown.places.filter(isPile);
    const seats = round.shown.players.slice(1).map(({ name }) => el("div", { class: "seat", "data-place": `hand:${name}` }, round.seat(name, { more: taken(round, name) })));
    return [
      el("div", { class: "seats" }, seats),
      el("div", { class: "piles", "data-place": "pile", "data-count": String(Math.min(found.length, 13)), role: "group", "aria-label": "Piles" }, found.length ? found.map((place) => pile(round, place)) : el("span", { class: "plate" }, "The table is empty.")),
      el("div", { class: "middle" }, taken(round, "You") ? el("span", { class: "plate own", "data-place": "taken:You" }, `You took ${round.place("taken:You").count}`) : null),
    ];
  },

  // With another card the piles are tapped again; piles add up.
  pick: (round, kind, changed) => (kind === "cards" ? { cards: changed.slice(-1), table: [] } : { cards: round.pick.cards, table: round.pick.cards.length ? changed : [] }),

  // What a card cannot do alone is no mistake yet: piles may follow.
  waits: (pick) => !pick.table.length,

  line(round) {
    const { pick, tried } = round;
    if (pick.cards.length && !pick.table.length) return [el("span", {}, `${sentence(cardName(pick.cards[0]))}: tap what it takes, or what it goes on.`)];
    const tally = tried?.tally;
    if (!tally) return null;
    const shares = tally.shares.length ? `all ${tally.shares.join(", ")}` : "nothing in common";
    return [el("b", {}, sums(tally)), el("span", {}, shares), el("span", {}, tally.ok ? "✓" : tally.wants === null ? "" : `needs ${tally.wants}`)];
  },

  main(round) {
    const choices = round.tried?.choices ?? [];
    if (round.tip || !choices.length || choices[0].kind === "take") return null;
    return choices.length > 3 ? null : choices.map((choice) => round.meaning(choice, ""));
  },
};
