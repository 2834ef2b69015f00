// The layout of a game that is played on one pile in the center, beside a draw pile.
import { el } from "./dom.js";
import { back, face } from "./cards.js";

export const center = {
  felt(round) {
    const { players } = round.shown;
    const [pile, middle] = [round.place("draw"), round.place("center")];
    const seats = players.slice(1).map(({ name }) => el("div", { class: "seat", "data-place": `hand:${name}` }, round.seat(name, { mood: round.shown.end?.winners.includes(name) ? "laughing" : "calm" })));
    const counts = middle.as ? el("span", { class: "plate" }, `counts as ${middle.as}`) : null;
    return [
      el("div", { class: "seats" }, seats),
      el("div", { class: "middle" },
        el("div", { class: "pile", "data-place": "draw" }, back(), el("span", { class: "plate" }, "Draw ", el("b", {}, String(pile.count)))),
        el("div", { class: "spot", "data-place": "center" }, middle.cards.length ? face(middle.cards.at(-1)) : el("span", { class: "empty" }), counts)),
    ];
  },
};
