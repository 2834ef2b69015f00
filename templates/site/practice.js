// Practice: a round against players who play sensibly, or piles to slap. The engine knows the rules; a practice is what one did.
import { $, attempt, el, button, isAlike, say, sentence } from "./dom.js";
import { ask } from "./engine.js";
import { cardName, face, faces } from "./cards.js";
import { gameChips, houseRules } from "./judge.js";
import { keepSetting, readSetting } from "./store.js";

const SLAPS = ["ww3", "armageddon"];
const SPEEDS = [["Slow", 5000], ["Medium", 2500], ["Fast", 1300]]; // milliseconds a card
const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const ruleLinks = (game, rules) => rules.flatMap((rule) => [" ", el("a", { href: `#rules/${game}/${rule}` }, `Rule ${rule}`)]);
const chip = (name, text, checked, chosen) => el("label", { class: "chip" }, el("input", { type: "radio", name, checked, onchange: chosen }), el("span", {}, text));

export async function openPractice() {
  const body = el("div");
  $("#practicing").replaceChildren(await gameChips("practice-game", (game) => attempt(body, () => (SLAPS.includes(game.name) ? openPiles : openRound)(game, body))), body);
}

// ---------------------------------------------------------------- a round

async function openRound(game, place) {
  const least = Math.max(2, game.players?.[0] ?? 2);
  const fresh = (players) => ({ players, seed: newSeed(), done: [] });
  const kept = await readSetting(`practice ${game.name}`, null);
  let round = kept && isAlike(kept, fresh(3)) ? kept : fresh(3);
  let tapped = { cards: [], table: [] };
  let shown = null;
  const house = await houseRules(game, () => begin(round.players));
  const [happened, table, hand, answer] = [el("section", { class: "panel" }), el("section", { class: "panel" }), el("section", { class: "panel" }), el("div", { id: "practice-answer" })];
  const request = (name, more = {}) => ask(name, { game: game.name, ...round, house: house.value(), ...more });
  const begin = (players) => { round = fresh(players); return refresh(); };
  const counts = [2, 3, 4].filter((count) => count >= least).map((count) => chip("practice-players", String(count), count === round.players, () => begin(count)));

  async function refresh(isMoved = false) {
    keepSetting(`practice ${game.name}`, round);
    tapped = { cards: [], table: [] };
    answer.replaceChildren();
    await attempt(answer, async () => {
      shown = await request("practice");
      happened.replaceChildren(el("h2", { tabindex: "-1" }, shown.is_over ? "The round is over" : "What happened"), ...(shown.happened.length ? [el("ol", {}, shown.happened.map(showEvent))] : [el("p", {}, "You begin.")]));
      showTable();
      showHand();
      if (isMoved) $("h2", happened).focus();
      say([...shown.happened.map((event) => event.say), shown.is_over ? shown.end.headline : "It is your turn"].join(". "));
    });
  }

  function showEvent(event) {
    const why = el("details", { class: "why" }, el("summary", {}, "Why?"), el("p", {}, event.called.length ? `${sentence(event.called.join(", "))}.` : "", ruleLinks(game.name, event.rules)), el("p", { class: "quiet" }, event.strategy));
    return el("li", {}, `${event.say}.`, event.outcome ? showOutcome(event.outcome) : null, event.who === shown.players[0].name ? null : why);
  }

  function showOutcome({ said, cards, true: isTrue, takes, taken }) {
    return el("div", { class: "layer" }, faces(cards, "small"), el("span", {}, `${said}: ${isTrue ? "true" : "a lie"}. ${takes} takes ${taken === 1 ? "1 card" : `${taken} cards`}.`));
  }

  function showTable() {
    const hasPoints = shown.players.some(({ score }) => score !== null);
    const heads = ["Player", "Cards", hasPoints && "Points", shown.is_over && "Left"].filter(Boolean);
    const rows = shown.players.map((player, seat) => el("tr", {}, el("th", { scope: "row" }, player.name, seat ? null : " (you)"), el("td", {}, String(player.cards ?? "?")), hasPoints ? el("td", {}, String(player.score)) : null,
      shown.is_over ? el("td", {}, faces(shown.left[seat].slice(0, 12), "small"), shown.left[seat].length > 12 ? `and ${shown.left[seat].length - 12} more` : "") : null));
    const groups = Object.entries(Object.groupBy(shown.table, ({ owner, name }) => [owner, name].filter(Boolean).join(": ")));
    table.replaceChildren(el("h2", {}, "On the table"),
      ...groups.map(([title, places]) => el("div", { class: "group" }, el("span", { class: "quiet" }, title), el("div", { class: "layer" }, places.map(showPlace)))),
      el("table", { class: "facts" }, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, rows)),
      ...(shown.end ? [el("p", { class: "winner" }, shown.end.headline), showEnd(shown.end.rows)] : []));
  }

  function showEnd(rows) {
    const cell = ({ has, points }, seat) => el("td", {}, points ? `${has[seat]}, ${points[seat] === 1 ? "1 point" : `${points[seat]} points`}` : String(has[seat]));
    return el("table", { class: "facts" }, el("thead", {}, el("tr", {}, el("td"), shown.players.map(({ name }) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.label), shown.players.map((_, seat) => cell(row, seat))))));
  }

  function showPlace(each) {
    const inside = [each.cards.length ? faces(each.cards, "small") : null, each.note ? el("span", {}, each.note) : null, each.count === null ? null : el("span", {}, each.count === 1 ? "1 card" : `${each.count} cards`)];
    if (!each.may_be_tapped || shown.is_over) return el("span", { class: "layer" }, inside);
    return el("button", { type: "button", class: "held", "aria-pressed": "false", "data-card": each.cards[0], onclick: (event) => tap("table", each.cards[0], event.currentTarget) }, inside);
  }

  function showHand() {
    const cards = shown.hand.map((card) => el("button", { type: "button", class: "held", "aria-pressed": "false", "aria-label": cardName(card), "data-card": card, disabled: shown.is_over, onclick: (event) => tap("cards", card, event.currentTarget) }, face(card, "", true)));
    const tools = shown.is_over ? [button("Another round", () => begin(round.players), "main")] : [button("What can I play?", showPlayable), button("A tip", showTip)];
    hand.replaceChildren(el("h2", {}, "Your hand"), el("div", { class: "layer" }, cards), answer, choiceList(shown.choices),
      el("div", { class: "row" }, tools, button("Take back", takeBack, "plain", { disabled: !round.done.length }), shown.is_over ? null : button("New round", () => begin(round.players), "plain")));
  }

  const choiceList = (choices) => el("div", { class: "fields" }, choices.map((choice) => button(sentence(choice.say), () => choose(choice.event), "wide")));
  const choose = (event) => { round.done = [...round.done, event]; return refresh(true); };
  const takeBack = () => { round.done = round.done.slice(0, -1); return refresh(true); };

  function tap(kind, card, pressed) {
    const list = tapped[kind];
    const most = kind === "cards" ? shown.most_cards : Infinity;
    tapped[kind] = list.includes(card) ? list.filter((each) => each !== card) : [...list, card].slice(-most);
    for (const each of (kind === "cards" ? hand : table).querySelectorAll("[data-card]")) each.setAttribute("aria-pressed", String(tapped[kind].includes(each.dataset.card)));
    if (!tapped.cards.length) return answer.replaceChildren();
    return attempt(answer, async () => {
      const { choices, reason } = await request("practice.try", tapped);
      answer.replaceChildren(reason ? el("div", { class: "error" }, el("p", {}, sentence(reason.text), ruleLinks(game.name, reason.rules))) : choiceList(choices));
      say(reason ? sentence(reason.text) : choices.length === 1 ? `You can: ${choices[0].say}` : `${choices.length} choices`);
    });
  }

  const showPlayable = () => attempt(answer, async () => {
    const { playable } = await request("practice.playable");
    for (const each of hand.querySelectorAll("[data-card]")) each.classList.toggle("may", each.dataset.card in playable);
    const cards = Object.keys(playable);
    answer.replaceChildren(cards.length ? el("p", {}, "You can play ", faces(cards, "small")) : el("p", {}, "None of your cards can be played now."));
    say(cards.length ? `You can play ${cards.map(cardName).join(", ")}` : "None of your cards can be played now.");
  });

  const showTip = () => attempt(answer, async () => {
    const tip = await request("practice.tip");
    answer.replaceChildren(el("div", { class: "note" }, el("p", {}, `${tip.say}. ${tip.called.length ? `${sentence(tip.called.join(", "))}.` : ""}`, ruleLinks(game.name, tip.rules))), choiceList([{ event: tip.event, say: "Do that" }]));
    say(tip.say);
  });

  place.replaceChildren(el("p", {}, "You are Ann. The others play sensibly, and see only what they may."), el("fieldset", {}, el("legend", {}, "Players"), el("div", { class: "chips" }, counts)), house.node, happened, table, hand);
  await refresh();
}

// ---------------------------------------------------------------- piles to slap

async function openPiles(game, place) {
  const tally = { right: 0, wrong: new Map() };
  const [seed, pile, answer, score] = [newSeed(), el("div", { class: "layer" }), el("div", { role: "status" }), el("div")];
  let [pace, number, timer, current] = [SPEEDS[0][1], 0, null, null];
  const house = await houseRules(game, () => stop());
  const slap = button("Slap!", () => current && judge(true), "main", { disabled: true });
  const next = button("Start", () => start());

  function stop() {
    clearTimeout(timer);
    current = null;
    slap.disabled = true;
  }
  const start = () => attempt(answer, async () => {
    stop();
    const found = await ask("practice.pile", { game: game.name, seed, number: number++, house: house.value() });
    current = { ...found, fallen: 0 };
    [slap.disabled, next.hidden] = [false, true];
    answer.replaceChildren();
    pile.replaceChildren();
    slap.focus();
    fall();
  });
  function fall() {
    if (current.fallen === current.cards.length) return judge(false);
    const card = current.cards[current.fallen++];
    pile.append(face(card, "large"));
    say(cardName(card));
    timer = setTimeout(fall, pace);
  }
  // A slap before the last card has fallen is a bad one: there was none yet.
  function judge(slapped) {
    const { slap: isSlap, called, why, rules, cards, fallen } = current;
    const isEarly = slapped && fallen < cards.length;
    stop();
    const isRight = slapped === isSlap && !isEarly;
    const mistake = isEarly ? "slapped too early" : slapped ? "slapped where there was no slap" : `missed a ${called}`;
    if (isRight) tally.right += 1;
    else tally.wrong.set(mistake, (tally.wrong.get(mistake) ?? 0) + 1);
    const verdict = isEarly ? "Not yet: there was no slap." : isRight ? (isSlap ? "Good slap!" : "Right: no slap.") : isSlap ? "That was a slap." : "Bad slap.";
    answer.replaceChildren(el("div", { class: `verdict ${isRight ? "yes" : "no"}` }, el("p", { class: "first" }, verdict), isEarly ? null : el("p", {}, sentence(why), ruleLinks(game.name, rules))));
    score.replaceChildren(el("p", {}, `${tally.right} right`), el("ul", {}, [...tally.wrong].map(([text, count]) => el("li", {}, `${count} × ${text}`))));
    next.textContent = "Next pile";
    next.hidden = false;
    next.focus();
  }
  place.replaceChildren(el("p", {}, "Cards fall on a pile. Slap when you see a slap; if there is none, keep your hand still."),
    el("fieldset", {}, el("legend", {}, "Speed"), el("div", { class: "chips" }, SPEEDS.map(([text, wait], index) => chip("practice-speed", text, !index, () => (pace = wait))))), house.node,
    el("section", { class: "panel" }, pile, el("div", { class: "row" }, slap, next), answer), score);
}
