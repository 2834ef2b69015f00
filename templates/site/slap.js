// Piles to slap or not: cards fall, and hundredths of a second count.
import { attempt, button, el, say, sentence } from "./dom.js";
import { ask } from "./engine.js";
import { cardName, face } from "./cards.js";
import { houseRules, newSeed, ruleLinks } from "./fields.js";
import { setGameBar, sheetButton, showSheet } from "./frame.js";
import { keepSetting, readSetting } from "./store.js";

const SPEEDS = [["Slow", 1600], ["Medium", 900], ["Fast", 500]]; // milliseconds a card
const LIFT_MS = 400;
const LAST_MS = 1800; // after the last card, to slap or to hold still
const NO_RECORD = { best: 0, streak: 0, pace: SPEEDS[0][1] };
const seconds = (time) => (time ? `${time.toFixed(2)} s` : "–");

export async function openSlap(place, game) {
  const kept = await readSetting(`slaps ${game.name}`, NO_RECORD);
  let record = { ...NO_RECORD, ...kept };
  const house = await houseRules(game, () => stop());
  const seed = newSeed();
  let [number, timer, current, painted, now] = [0, null, null, 0, 0];
  const [meter, pile, answer, act] = [el("div", { class: "meter" }), el("div", { class: "falling" }), el("p", { class: "line", role: "status" }, "Slap when you see a slap. If there is none, hold still."), el("div", { class: "acts one" })];

  function showMeter() {
    const facts = [["Now", seconds(now)], ["Best", seconds(record.best)], ["In a row", String(record.streak)]];
    meter.replaceChildren(...facts.map(([name, value]) => el("div", {}, el("b", {}, value), el("small", {}, name))));
  }
  function showStart(text) {
    act.replaceChildren(button(text, start, "main slap"));
  }
  function stop() {
    clearTimeout(timer);
    current = null;
  }
  const start = () => attempt(answer, async () => {
    stop();
    const found = await ask("practice.pile", { game: game.name, seed, number: number++, house: house.value() });
    current = { ...found, fallen: 0 };
    [now, painted] = [0, 0];
    pile.replaceChildren();
    answer.className = "line";
    answer.replaceChildren("Slap if it is one. Else wait.");
    showMeter();
    // the finger going down counts, not its coming up; a key does the same
    const slap = el("button", { type: "button", class: "slap challenge", onpointerdown: () => judge(true), onkeydown: slapByKey }, "Slap!");
    act.replaceChildren(slap);
    slap.focus({ preventScroll: true });
    fall();
  });
  function slapByKey(event) {
    if (![" ", "Enter"].includes(event.key)) return;
    event.preventDefault(); // it would press what takes the place of this button
    if (!event.repeat) judge(true);
  }
  function fall() {
    if (!place.isConnected) return stop(); // another screen is shown
    const card = current.cards[current.fallen++];
    pile.append(face(card, "large"));
    say(cardName(card));
    const isLast = current.fallen === current.cards.length;
    if (isLast) requestAnimationFrame(() => requestAnimationFrame((time) => (painted = time)));
    timer = setTimeout(isLast ? () => judge(false) : fall, isLast ? Math.max(LAST_MS, record.pace) : record.pace);
  }
  // A slap before the last card has fallen is a bad one: there was none yet.
  function judge(hasSlapped) {
    if (!current) return;
    if (!place.isConnected) return stop();
    const { slap: isSlap, called, why, rules, cards, fallen } = current;
    const isEarly = hasSlapped && (fallen < cards.length || !painted);
    const isRight = hasSlapped === isSlap && !isEarly;
    now = hasSlapped && isRight ? (performance.now() - painted) / 1000 : 0;
    stop();
    record = { ...record, streak: isRight ? record.streak + 1 : 0, best: now && (!record.best || now < record.best) ? now : record.best };
    keepSetting(`slaps ${game.name}`, record);
    const verdict = isEarly ? "Too early: there was no slap yet." : isRight ? (isSlap ? "Good slap!" : "Correct: no slap.") : isSlap ? `You missed a ${called}.` : "Bad slap: that was not a slap.";
    answer.className = `line ${isRight ? "tip" : "no"}`;
    answer.replaceChildren(el("span", {}, `${verdict} ${isEarly ? "" : sentence(why)}`), ...(isEarly ? [] : ruleLinks(game, rules.slice(0, 1))));
    say(answer.innerText);
    showMeter();
    showStart("Next pile");
    // the finger that slapped is still on it
    const next = act.firstChild;
    next.disabled = true;
    setTimeout(() => { next.disabled = false; next.focus({ preventScroll: true }); }, LIFT_MS);
  }
  function chooseSpeed() {
    if (current) showStart("Next pile");
    stop();
    const choose = (pace) => () => keepSetting(`slaps ${game.name}`, (record = { ...record, pace }));
    showSheet("How fast cards fall", ...SPEEDS.map(([text, pace]) => sheetButton(text, choose(pace), pace === record.pace ? "main" : "wide")));
  }
  if (!place.isConnected) return; // another screen is shown meanwhile
  setGameBar(game, ["Speed", chooseSpeed], ["House rules", () => showSheet("House rules", house.node)]);
  place.replaceChildren(el("div", { class: "board slaps" }, el("section", { class: "felt", "aria-label": "Pile" }, meter, pile), answer, act));
  showMeter();
  showStart("Start");
}
