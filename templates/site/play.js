// Play: a round against sensible players, on one screen: the table, one line, the hand, three buttons. What may be tapped and what it means, the
// engine says; how a table is laid out, the layouts say.
import { $, button, el, errorBox, isAlike, isRefused, isStill, oneStop, say, sentence } from "./dom.js";
import { ask } from "./engine.js";
import { back, cardName, face, seatToken } from "./cards.js";
import { houseRules, labelOf, newSeed, ruleLinks } from "./fields.js";
import { setGameBar, sheetButton, showSheet } from "./frame.js";
import { keepSetting, readSetting } from "./store.js";
import { center, fronts, piles, rows, showCount } from "./layouts.js";
import { openSlap } from "./slap.js";

const LAYOUTS = { center, fronts, rows, piles };
const [FLY_MS, REST_MS] = [420, 500];
const MAX_BUTTONS = 3;
const STRIP = { wide: 44, card: 62, usual: 84, edge: 8 }; // of a card in the fan; of the last one, at least and usually; beside the fan

export async function openPlay(place, game) {
  if (game.layout === "slap") return openSlap(place, game);
  const layout = LAYOUTS[game.layout];
  if (!layout) return place.replaceChildren(el("p", { class: "idle" }, `${game.title} can't be practiced here.`));
  const fresh = (players) => ({ players, seed: newSeed(), done: [] });
  const least = Math.max(2, game.players[0]);
  const kept = await readSetting(`practice ${game.name}`, null);
  let at = kept && isAlike(kept, fresh(least)) ? kept : fresh(Math.max(3, least));
  const house = await houseRules(game, () => begin(at.players));
  const none = { cards: [], table: [] };
  const bands = { felt: el("section", { class: "felt", "aria-label": "Table" }), line: el("p", { class: "line", role: "status", tabindex: "-1" }), hand: el("div", { class: "hand", role: "group", "aria-label": "Your hand" }), acts: el("div", { class: "acts" }), log: el("aside", { class: "log", "aria-label": "Moves since yours" }) };
  // What the layouts see: the answer of the engine, what is tapped, what that can mean, and cards to lift after a mistake or a tip.
  const round = { game, shown: null, pick: none, tried: null, lifted: [], tip: null, isBusy: false, tap, choose, meaning, place: placeOf, seat, freeFor, draw };
  let skip = null; // ends the wait of a slide
  let leave = null; // ends that of an outcome
  let turn = 0;

  const request = (name, more = {}) => ask(name, { game: game.name, ...at, house: house.value(), ...more });
  function placeOf(id) {
    return round.shown.places.find((each) => each.id === id);
  }
  // What needs no card and stands for a tap on this place alone.
  function freeFor(tapped) {
    return round.shown.free.find(({ table }) => table.length === 1 && table[0] === tapped);
  }
  function begin(players) {
    leave?.();
    at = fresh(players);
    return refresh();
  }

  // ---------------------------------------------------------------- what is asked

  async function refresh(isMoved = false) {
    const mine = ++turn;
    let next;
    try {
      next = await request("practice");
    } catch (error) {
      if (mine !== turn) return;
      if (!round.shown && isRefused(error) && error.kind !== "too-long" && at.done.length) {
        at = fresh(at.players); // kept by another version, or under other rules
        return refresh();
      }
      if (isMoved) at = { ...at, done: at.done.slice(0, -1) }; // nobody has seen it
      if (round.shown) return bands.line.replaceChildren(errorBox(error));
      return bands.felt.replaceChildren(errorBox(error), button("Try again", () => refresh(), "main"));
    }
    if (mine !== turn) return;
    keepSetting(`practice ${game.name}`, at);
    if (isMoved) await showMoves(next, mine);
    if (mine !== turn || !place.isConnected) return;
    round.shown = next;
    clear();
    draw();
    if (isMoved) bands.line.focus({ preventScroll: true });
    say([...next.moves.map((move) => move.say), next.end ? next.end.headline : isMoved ? "Your turn." : ""].filter(Boolean).join(". "));
  }
  function clear() {
    Object.assign(round, { pick: none, tried: null, lifted: [], tip: null });
  }

  // A tap on a card of the hand, or on something on the table. A second tap on a card plays it, where it can mean one thing only.
  async function tap(kind, code) {
    if (round.isBusy || round.shown.is_over) return;
    const isAgain = kind === "cards" && round.pick.cards.length === 1 && round.pick.cards[0] === code && !round.pick.table.length;
    const meant = round.tried?.choices;
    if (isAgain && meant?.length === 1 && round.shown.most_cards === 1) return choose(meant[0].event);
    const most = kind === "cards" ? round.shown.most_cards : Infinity;
    const list = round.pick[kind];
    const changed = list.includes(code) ? list.filter((each) => each !== code) : [...list, code].slice(-most);
    const next = layout.pick ? layout.pick(round, kind, changed) : { ...round.pick, [kind]: changed };
    await setPick(next);
    if (kind === "table" && layout.isDirect && round.tried?.choices.length === 1) return choose(round.tried.choices[0].event);
  }
  async function setPick(next) {
    clear();
    round.pick = next;
    draw();
    if (!next.cards.length && !next.table.length) return;
    const mine = ++turn;
    const tried = await request("practice.try", next).catch((error) => ({ choices: [], claims: [], mine: [], reason: { text: error.text, rules: [] }, tally: null }));
    if (mine !== turn) return;
    if (layout.waits?.(next)) tried.reason = null;
    round.tried = tried;
    round.lifted = tried.reason ? tried.mine : [];
    draw();
    if (tried.reason) shake(next.cards.at(-1));
    say(tried.reason ? sentence(tried.reason.text) : bands.line.innerText);
  }
  async function choose(event) {
    if (round.isBusy) return;
    setBusy(true);
    at = { ...at, done: [...at.done, event] };
    try {
      await refresh(true);
    } finally {
      setBusy(false);
    }
  }
  function setBusy(isBusy) {
    round.isBusy = isBusy;
    for (const each of bands.acts.children) each.inert = isBusy;
  }
  async function takeBack() {
    if (round.isBusy) return;
    at = { ...at, done: at.done.slice(0, -1) };
    await refresh();
  }
  async function showTip() {
    const asked = at;
    const tip = await request("practice.tip").catch((error) => bands.line.replaceChildren(errorBox(error)));
    if (!tip || asked !== at || round.isBusy) return;
    clear();
    Object.assign(round, { tip, pick: { cards: tip.cards, table: tip.table }, lifted: tip.cards });
    draw();
    say(bands.line.innerText);
  }

  // ---------------------------------------------------------------- what is drawn

  function draw() {
    const key = document.activeElement?.dataset?.key;
    bands.felt.replaceChildren(...layout.felt(round), round.shown.is_over ? showCount(round) : "");
    drawLine();
    if (layout.hand) bands.hand.replaceChildren(...layout.hand(round));
    else fan();
    bands.acts.replaceChildren(...acts());
    bands.acts.classList.toggle("claims", Boolean(layout.isWide?.(round)));
    bands.log.replaceChildren(...facts());
    if (key) $(`[data-key="${CSS.escape(key)}"]`, place)?.focus({ preventScroll: true });
  }
  function drawLine() {
    bands.line.replaceChildren(...line(), round.tip || round.tried ? "" : history());
    bands.line.className = `line ${round.tried?.reason ? "no" : round.tip ? "tip" : ""}`;
  }
  function line() {
    const { tried, tip, shown } = round;
    if (shown.is_over) return [el("span", {}, "The round is over.")];
    if (tip) return [el("span", {}, `Tip: ${sentence(tip.say)}. ${tip.because ?? ""}`), ...ruleLinks(game, tip.rules.slice(0, 1))];
    if (tried?.reason) return [el("span", {}, sentence(tried.reason.text), tried.mine.length ? " Yours that go are lifted." : ""), ...ruleLinks(game, tried.reason.rules.slice(0, 1))];
    const own = layout.line?.(round);
    if (own) return own;
    if (round.pick.cards.length === 1 && tried?.choices.length === 1 && shown.most_cards === 1) return [el("span", {}, "To play it, tap it again, or tap the button.")];
    return [el("span", {}, el("b", {}, at.done.length || !game.goal ? "Your turn. " : `${game.goal} `), shown.aim)];
  }
  function acts() {
    const { shown, tried, tip } = round;
    const takeBackButton = button("Take back", takeBack, "side", { disabled: !at.done.length, "data-key": "back" });
    if (shown.is_over) return [el("span"), button("Another round", () => begin(at.players), "main", { "data-key": "main" }), takeBackButton];
    const own = layout.main?.(round);
    if (own && layout.isWide?.(round)) return own;
    const main = own ?? (tip ? [button(tip.short, () => choose(tip.event), "main", { "data-key": "main", "aria-label": labelOf(tip) })] : choices(tried?.choices ?? shown.free.filter(({ table }) => !table.length)));
    return [button("Tip", showTip, "side", { "data-key": "tip" }), el("div", { class: "meanings" }, main), takeBackButton];
  }
  // A button for something to do. If you come to it with tapped cards, you see what that is, and where they go.
  function meaning(choice, kind) {
    const show = (isHere) => () => {
      if (!isHere) spot(choice.to)?.classList.remove("goes");
      if (round.isBusy || !(round.pick.cards.length || round.pick.table.length)) return;
      if (isHere) {
        spot(choice.to)?.classList.add("goes");
        bands.line.replaceChildren(el("span", { "data-meaning": "" }, `${sentence(choice.say)}.`));
      } else if (bands.line.querySelector("[data-meaning]")) drawLine(); // and no word of a mistake is lost
    };
    return button(choice.short, () => choose(choice.event), kind, { "data-key": choice.event, "aria-label": labelOf(choice), onfocus: show(true), onpointerenter: show(true), onblur: show(false), onpointerleave: show(false) });
  }
  // Few meanings are buttons; of many the first is one, and the others wait behind another. What needs no card stands back while one can be played.
  function choices(list) {
    const kind = round.tried || !Object.keys(round.shown.may).length ? "main" : "";
    if (!list.length) return [button(round.tried?.reason ? "That does not go" : round.pick.cards.length ? "Now tap the table" : "Tap a card first", null, "", { disabled: true })];
    if (list.length <= MAX_BUTTONS) return list.map((choice) => meaning(choice, kind));
    const others = () => showSheet("What do you do?", ...list.map((choice) => sheetButton(sentence(choice.say), () => choose(choice.event))));
    return [meaning(list[0], kind), button("Or …", others, "", { "data-key": "or" })];
  }
  // The hand as a fan: strips that show the corners, in one row or two.
  function fan() {
    const { hand, is_over } = round.shown;
    const room = (bands.hand.clientWidth || innerWidth) - 2 * STRIP.edge;
    const fit = (width) => Math.max(6, Math.floor((room - width) / STRIP.wide) + 1);
    const count = Math.ceil(hand.length / (hand.length <= fit(STRIP.card) ? 1 : 2));
    const card = (code) => el("button", {
      type: "button", class: `held${round.lifted.includes(code) ? " lifted" : ""}`, "aria-pressed": String(round.pick.cards.includes(code)), "aria-label": cardName(code), "data-card": code, "data-key": code, disabled: is_over, onclick: () => tap("cards", code),
    }, face(code, "", true));
    const cards = hand.map(card);
    const at = bands.hand.scrollLeft;
    bands.hand.replaceChildren(oneStop("hand", el("div", { class: "fans" }, [cards.slice(0, count), cards.slice(count)].filter((row) => row.length).map((row) => el("div", { class: "fan" }, row))), cards));
    bands.hand.classList.toggle("tight", count > fit(STRIP.usual));
    bands.hand.classList.toggle("long", count > fit(STRIP.card)); // it is dragged sideways, so that each strip stays as wide as a finger
    bands.hand.scrollLeft = at;
    $(".held.lifted", bands.hand)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function seat(name, { mood = "calm", more = null } = {}) {
    const index = round.shown.players.findIndex((player) => player.name === name);
    const { cards, about } = round.shown.players[index];
    const drawn = layout.drawsEachTurn ? 0 : round.shown.moves.flatMap((move) => move.draws).reduce((sum, { who, count }) => sum + (who === name ? count : 0), 0);
    return [seatToken(index, mood), el("span", { class: "plate", translate: "no" }, name, cards === null ? " about " : " ", el("b", {}, String(cards ?? about)), drawn ? el("small", {}, ` drew ${drawn}`) : null), more];
  }
  // Beside the table, or in a sheet: what you play for, what has happened, and what a layout adds.
  function facts() {
    const moves = round.shown.moves.map((move) => el("li", {}, `${move.say}.`, move.called.length ? el("p", {}, el("small", {}, `${sentence(move.called.join(", "))}.`), ruleLinks(game, move.rules)) : ""));
    return [game.goal ? el("p", {}, el("b", {}, "Goal: "), game.goal) : "", game.how ? el("p", {}, game.how) : "", el("h2", {}, "Since your move"),
      moves.length ? el("ol", {}, moves) : el("p", {}, "Nothing has happened yet."), ...(layout.facts?.(round) ?? [])];
  }
  function history() {
    const count = round.shown.moves.length;
    return count ? button(count === 1 ? "Last move" : `Last ${count} moves`, () => showSheet(game.title, ...facts()), "history", { "data-key": "history" }) : "";
  }

  // ---------------------------------------------------------------- what moves

  const spot = (id) => id && $(`[data-place="${CSS.escape(id)}"]`, place);
  const wait = (time) => new Promise((done) => { skip = done; setTimeout(done, time); });

  // Each move slides on the table as it was; a tap goes on at once.
  async function showMoves(next, mine) {
    if (!round.shown) return;
    const hurry = () => skip?.();
    place.addEventListener("click", hurry); // not the finger going down: its click would tap what is drawn then
    try {
      await showEach(next, mine);
    } finally {
      place.removeEventListener("click", hurry);
    }
  }
  async function showEach(next, mine) {
    for (const move of next.moves) {
      if (mine !== turn || !place.isConnected) return; // another round began, or another screen is shown
      bands.line.className = "line";
      bands.line.replaceChildren(el("span", {}, `${move.say}.`));
      if (!isStill()) await slide(move);
      if (!layout.drawsEachTurn) for (const draw of move.draws) await showDraw(draw);
      if (move.outcome) await Promise.race([layout.outcome?.(round, move, bands.felt), new Promise((done) => (leave = done))]);
      else if (!isStill()) await wait(REST_MS);
    }
  }
  async function slide(move) {
    const [code] = move.cards;
    const from = (move.from === "hand:You" && $(`[data-card="${CSS.escape(code ?? "")}"]`, bands.hand)) || spot(move.from);
    const to = spot(move.to) ?? spot(move.to?.split(":")[0]) ?? (move.to === "hand:You" ? bands.hand : null);
    if (!from || !to || !code) return;
    await fly(code, from, to);
    const old = $(".face", to);
    if (old && to !== bands.hand && code !== "back" && old.dataset.picture !== "back") old.replaceWith(face(code, old.className.replace("face", "").trim()));
  }
  // Cards that somebody draws slide to them as one, and their number is added there.
  async function showDraw({ who, count }) {
    const to = spot(`hand:${who}`) ?? bands.hand;
    if (!isStill() && spot("draw")) await fly("back", spot("draw"), to);
    $(".plate", to)?.append(el("small", {}, ` drew ${count}`));
  }
  async function fly(code, from, to) {
    const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const card = el("div", { class: "flying" }, code === "back" ? back() : face(code, "", true));
    Object.assign(card.style, { left: `${end.left + end.width / 2 - 30}px`, top: `${end.top + end.height / 2 - 42}px` });
    document.body.append(card);
    if (from.matches(".held")) from.style.visibility = "hidden";
    card.animate([{ transform: `translate(${start.left - end.left + (start.width - end.width) / 2}px, ${start.top - end.top + (start.height - end.height) / 2}px)` }, { transform: "none" }], { duration: FLY_MS, easing: "ease-in-out" });
    await wait(FLY_MS);
    card.remove();
  }
  function shake(code) {
    if (code && !isStill()) $(`[data-card="${CSS.escape(code)}"]`, bands.hand)?.animate([{ transform: "translateX(-6px)" }, { transform: "translateX(6px)" }, { transform: "none" }], { duration: 80, iterations: 3 });
  }

  // ---------------------------------------------------------------- what was chosen once

  function choosePlayers() {
    const counts = [2, 3, 4].filter((count) => count >= least);
    showSheet("Players and house rules", el("p", {}, "You play against sensible players. A change begins a new round."),
      el("div", { class: "wrap", role: "group", "aria-label": "Players" }, counts.map((count) => sheetButton(`${count} players`, () => begin(count), count === at.players ? "main" : ""))), house.node);
  }
  const startAgain = () => showSheet("A new round?", el("p", {}, "This round is thrown away."), sheetButton("Yes, a new round", () => begin(at.players), "main"));
  if (!place.isConnected) return; // another screen is shown meanwhile
  setGameBar(game, ["New round", startAgain], ["Players and house rules", choosePlayers]);
  onresize = () => place.isConnected && round.shown && !round.isBusy && draw(); // a phone that is turned has another width for the hand
  place.replaceChildren(el("div", { class: "board", "data-layout": game.layout }, ...Object.values(bands)));
  await refresh();
}
