// The layout of a game in which everybody has cards face down in front of them and says what they are; pointers show what one may say.
import { $, button, el, isStill, say } from "./dom.js";
import { back, face } from "./cards.js";

const TURN_MS = 420;
const MOST_BACKS = 4;
const isFront = (place) => place.id.startsWith("front:");
let counted = 0; // how many cards the player wants to say, where that differs from the cards

function pointer(round, place) {
  const free = round.freeFor(place.tap);
  const value = el("b", { class: `trait ink-${place.note}` }, place.note);
  return button([value, free ? el("small", {}, `→ ${free.short.split(" ").at(-1)}`) : null], free ? () => round.choose(free.event) : null, `pointer${free ? " may" : ""}`,
    { disabled: !free, "data-key": place.id, "data-place": place.id, "aria-label": free ? `${place.note} → ${free.short.split(" ").at(-1)}: ${free.say}` : `Pointer: ${place.note}` });
}

function front(round, player) {
  const place = round.place(`front:${player.name}`);
  const isTapped = Boolean(place) && round.pick.table.includes(place.tap);
  const inside = [el("div", { class: "seat" }, round.seat(player.name, { mood: round.shown.end?.winners.includes(player.name) ? "laughing" : isTapped ? "sly" : "calm" })),
    el("span", { class: "backs", "data-place": `front:${player.name}` }, (place?.cards ?? []).slice(0, MOST_BACKS).map(() => back())), place?.note ? el("span", { class: "bubble" }, place.note) : null];
  const label = place?.note ? `${player.name} says ${place.note}` : player.name;
  if (!place?.tap) return el("div", { class: "front", "data-place": `hand:${player.name}` }, inside);
  return el("button", { type: "button", class: "front may", "data-place": `hand:${player.name}`, "data-key": place.id, "aria-pressed": String(isTapped), "aria-label": label, onclick: () => round.tap("table", place.tap) }, inside);
}

// How many cards may be claimed, and how many are claimed now: as many as are picked, if that is allowed and nothing else was chosen.
function countsOf({ pick, tried }) {
  const counts = [...new Set(tried.claims.map(({ count }) => count))].sort((one, other) => one - other);
  const wanted = counted || pick.cards.length;
  return { counts, now: counts.includes(wanted) ? wanted : counts.at(-1) };
}

export const fronts = {
  felt(round) {
    const [middle, own] = [round.place("center"), round.place("front:You")];
    return [
      el("div", { class: "fronts" }, round.shown.players.slice(1).map((player) => front(round, player))),
      el("div", { class: "middle" },
        el("span", { class: "pile", "data-place": "center" }, middle?.cards.length ? [back(), el("span", { class: "plate" }, "Center")] : null),
        el("span", { class: "own", "data-place": "front:You" }, own?.cards.length ? [el("span", { class: "backs" }, own.cards.slice(0, MOST_BACKS).map(() => back())), el("span", { class: "plate" }, own.note ? `You said ${own.note}` : "Yours")] : null)),
      el("div", { class: "pointers", role: "group", "aria-label": "Pointers" }, round.shown.places.filter(({ id }) => id.startsWith("pointer:")).map((place) => pointer(round, place))),
    ];
  },

  // Cards to play, or a player to doubt, never both.
  pick(round, kind, changed) {
    counted = 0;
    return kind === "cards" ? { cards: changed, table: [] } : { cards: [], table: changed.slice(-1) };
  },

  line(round) {
    const { pick, tried } = round;
    if (pick.table.length) return [el("span", {}, `Do you believe ${pick.table[0].split(":")[1]}?`)];
    if (!tried?.claims.length) return null;
    const { counts, now } = countsOf(round);
    const step = (by, sign, text) => button(sign, () => { counted = counts[counts.indexOf(now) + by]; round.draw(); }, "step", { disabled: !(counts.indexOf(now) + by in counts), "aria-label": text, "data-key": text });
    return [el("span", {}, `${pick.cards.length === 1 ? "1 card" : `${pick.cards.length} cards`} face down. Say what they are: it may be a lie.`), el("span", { class: "counter" }, step(-1, "−", "One fewer"), el("b", {}, String(now)), step(1, "+", "One more"))];
  },

  isWide: (round) => Boolean(round.tried?.claims.length) && !round.tip,

  main(round) {
    const { pick, tried, shown } = round;
    if (pick.table.length && tried?.choices.length) return [round.meaning(tried.choices[0], "challenge")];
    if (tried?.claims.length) {
      const { now } = countsOf(round);
      return tried.claims.filter(({ count }) => count === now).map((claim) => button(claim.say.replace(/^Say /, ""), () => round.choose(claim.event), "main", { "data-key": claim.pair, "aria-label": claim.say }));
    }
    if (round.tip || tried) return null;
    const isMove = shown.free.some(({ table }) => table.length === 1 && table[0].startsWith("pointer:"));
    const others = shown.free.filter(({ table }) => !table.length).map((choice) => round.meaning(choice, ""));
    return [...others, button(isMove ? "Tap a pointer" : shown.places.some((place) => isFront(place) && place.tap) ? "Tap cards, or a player" : "Tap cards", null, "", { disabled: true })];
  },

  // The cards turn over one by one; then what was true, and who takes how many.
  outcome(round, move, felt) {
    const { who, said: claim, cards, true: isTrue, takes, taken } = move.outcome;
    const verdict = el("p", { class: "big" }, isStill() ? "" : "…");
    const rest = () => isStill() || new Promise((next) => setTimeout(next, TURN_MS));
    const after = el("p", {});
    const mood = el("div", { class: "seat" }, round.seat(who, { mood: "sly" }));
    const turned = cards.map((code) => el("div", { class: "flip" }, face(code), back()));
    return new Promise((done) => {
      const go = button("Go on", () => { panel.remove(); done(); }, "main", { disabled: true });
      const panel = el("div", { class: "outcome", role: "alertdialog", "aria-label": "The challenge" }, mood, el("h2", { tabindex: "-1" }, `${who} said ${claim}.`), el("div", { class: "turning" }, turned), verdict, after, go);
      felt.append(panel);
      $("h2", panel).focus({ preventScroll: true });
      (async () => {
        for (const card of turned) {
          await rest();
          card.classList.add("open");
        }
        await rest();
        mood.replaceChildren(...round.seat(who, { mood: isTrue ? "laughing" : "blushing" }).filter(Boolean));
        verdict.textContent = isTrue ? "True!" : "A lie!";
        verdict.classList.add(isTrue ? "yes" : "no");
        after.textContent = `${takes === "You" ? "You take" : `${takes} takes`} ${taken === 1 ? "1 card" : `${taken} cards`}.`;
        go.disabled = false;
        go.focus({ preventScroll: true });
        say(`${who} said ${claim}. ${verdict.textContent} ${after.textContent}`);
      })();
    });
  },
};
