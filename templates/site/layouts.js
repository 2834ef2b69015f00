// How a table is laid out, in four ways, and how a round ended. A layout shows what the engine says, and what a tap stands for.
import { $, button, el, isStill, oneStop, say, sentence } from "./dom.js";
import { back, cardName, face } from "./cards.js";

// The other players, each a place to which cards fly.
const hasWon = (round, name) => Boolean(round.shown.end?.winners.includes(name));
const seats = (round, more = () => null) => el("div", { class: "seats" }, round.shown.players.slice(1).map(({ name }) =>
  el("div", { class: "seat", "data-place": `hand:${name}` }, round.seat(name, { mood: hasWon(round, name) ? "laughing" : "calm", more: more(name) }))));

// The layout of a game that is played on one pile in the center, beside a draw pile.
export const center = {
  felt(round) {
    const [pile, middle] = [round.place("draw"), round.place("center")];
    const counts = middle.as ? el("span", { class: "plate" }, `counts as ${middle.as}`) : null;
    return [
      seats(round),
      el("div", { class: "middle" },
        el("div", { class: "pile", "data-place": "draw" }, back(), el("span", { class: "plate" }, "Draw ", el("b", {}, String(pile.count)))),
        el("div", { class: "spot", "data-place": "center" }, middle.cards.length ? face(middle.cards.at(-1)) : el("span", { class: "empty" }), counts)),
    ];
  },
};

// The layout of a game in which everybody has cards face down in front of them and says what they are; pointers show what one may say.
const TURN_MS = 420;
const MOST_BACKS = 4;
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
  const inside = [el("div", { class: "seat" }, round.seat(player.name, { mood: hasWon(round, player.name) ? "laughing" : isTapped ? "sly" : "calm" })),
    el("span", { class: "backs", "data-place": `front:${player.name}` }, (place?.cards ?? []).slice(0, MOST_BACKS).map(() => back())), ...(place?.note ? [el("span", { class: "said" }, " says "), el("span", { class: "bubble" }, place.note)] : [])];
  if (!place?.tap) return el("div", { class: "front", "data-place": `hand:${player.name}` }, inside);
  return el("button", { type: "button", class: "front may", "data-place": `hand:${player.name}`, "data-key": place.id, "aria-pressed": String(isTapped), onclick: () => round.tap("table", place.tap) }, inside);
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
    return [el("span", {}, `${pick.cards.length === 1 ? "1 card" : `${pick.cards.length} cards`} face down. Claim two of the traits at the pointers. You may lie.`), el("span", { class: "counter" }, step(-1, "−", "One fewer"), el("b", {}, String(now)), step(1, "+", "One more"))];
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
    return [...others, button(isMove ? "Tap a pointer" : shown.places.some((place) => place.tap && place.id.startsWith("front:")) ? "Tap cards, or a player" : "Tap cards", null, "", { disabled: true })];
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

// The layout of a game in which each player has a row of cards that lie open, and cards go on cards.
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

// The layout of a game in which cards are taken from piles on the table.
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
  if (!place) return null;
  const { players, count } = round.shown;
  const counted = count.total[players.findIndex((player) => player.name === name)];
  const text = `${name === "You" ? "You took" : "took"} ${place.count} cards: ${counted === 1 ? "1 point" : `${counted} points`}`;
  return el("span", { class: `plate${name === "You" ? " own" : ""}`, "data-place": place.id }, text);
}

// "3 + 1 = 4 and 4": the sets of a take with what each adds up to.
function sums({ numbers, wants, ok, sum }) {
  const text = (set) => (set.length > 1 ? `${set.join(" + ")} = ${ok ? wants : set.reduce((one, other) => (typeof one === "number" && typeof other === "number" ? one + other : "?"))}` : String(set[0]));
  return numbers.length ? numbers.map(text).join(" and ") : String(sum ?? "");
}

export const piles = {
  felt(round) {
    const found = round.shown.places.filter((place) => place.id.startsWith("pile:"));
    return [
      seats(round, (name) => taken(round, name)),
      el("div", { class: "piles", "data-place": "pile", "data-count": String(Math.min(found.length, 13)), role: "group", "aria-label": "Piles" }, found.length ? found.map((place) => pile(round, place)) : el("span", { class: "plate" }, "The table is empty.")),
      el("div", { class: "middle" }, taken(round, "You")),
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

  facts: ({ shown: { count, players } }) => [el("h2", {}, "Points so far"), countTable(count, players)],

  main(round) {
    const choices = round.tried?.choices ?? [];
    if (round.tip || !choices.length || choices[0].kind === "take") return null;
    return choices.length > 3 ? null : choices.map((choice) => round.meaning(choice, ""));
  },
};

// What each player has, as the score sheet counts it.
const points = (count) => (count ? `+${count}` : "–");

function countTable({ rows: counts, total }, players) {
  const heads = players.map(({ name }) => el("th", { scope: "col", translate: "no" }, name));
  const cells = ({ has, points: counted }) => players.map((_, at) => el("td", {}, counted ? [el("small", {}, `${has[at]} `), el("b", { class: counted[at] ? "won" : "" }, points(counted[at]))] : String(has[at])));
  const lines = counts.map((each) => el("tr", {}, el("th", { scope: "row" }, each.label), cells(each)));
  const sum = total ? el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "Points"), total.map((each) => el("td", {}, String(each))))) : null;
  return el("table", { class: "counted" }, el("thead", {}, el("tr", {}, el("td"), heads)), el("tbody", {}, lines), sum);
}

// How a round ended: who won, and what each player has.
export function showCount({ shown, seat }) {
  const { end, players } = shown;
  const winners = end.winners.map((name) => el("div", { class: "seat" }, seat(name, { mood: "laughing" })));
  return el("section", { class: "outcome count", tabindex: "0", "aria-label": "How the round ended" },
    el("div", { class: "seats" }, winners), el("h2", {}, end.headline), end.rows.length ? countTable(end, players) : null);
}
