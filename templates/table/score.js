// Tonight: names and totals, and for those who may write the next hand question by question.
import { $, el, button, errorBox, isRefused, say } from "./dom.js";
import { ask } from "./engine.js";
import { keepSetting, readSetting } from "./store.js";
import { startForm } from "./begin.js";
import { countBox, discrepancies, handOf } from "./entry.js";
import { comesAndGoes, finish, handPanel, pointers, takenBack } from "./night.js";
import { statistics, totals, winnerWords } from "./totals.js";

let table = null;
let state = null;
let draft = null; // of the hand that is being entered
let shown = ""; // what the entry and its tools were last made for
let busy = false; // while this phone's own request is on its way
let waiting = null; // the newest state that came meanwhile

// While this phone's own request is on its way, what the table says is kept back: its answer says whose entry that is.
export async function showScore(now) {
  if (busy) waiting = now;
  else await show(now);
}

async function show(now, isOwn = false) {
  const before = state;
  table = now;
  state = now.state;
  draft ??= await readSetting("draft", { answers: [] });
  const place = $("#scoring");
  if (!state) return showBegin(place);
  if (before && before.sequence !== state.sequence && !isOwn) announce(before);
  const mayWrite = now.me?.may_write && !now.ended;
  const key = JSON.stringify([state.night, state.sequence, mayWrite, now.me?.role, now.ended]);
  if (!$("#totals")) {
    place.replaceChildren(el("div", { id: "totals" }), el("div", { id: "notes" }), el("div", { id: "entry" }), el("div", { id: "tools" }));
    shown = "";
  }
  $("#totals").replaceChildren(totals(state));
  if (key === shown) return;
  shown = key;
  if (!isOwn) $("#notes").replaceChildren();
  $("#tools").replaceChildren(mayWrite ? tools() : el("div"));
  const entry = $("#entry");
  if (state.over) entry.replaceChildren(el("p", { class: "winner" }, winnerWords(state)));
  else if (mayWrite) await showEntry(entry);
  else entry.replaceChildren(el("p", { class: "quiet" }, now.ended ? "" : readOnly(now.me)));
}

const readOnly = (me) => (me?.seat ? "You read along. The host can let you enter hands." : "You read along. Under “Table” you take your seat.");

const note = (...inside) => $("#notes")?.replaceChildren(...inside);

// One request of this phone's at a time; a second tap meanwhile does nothing. Then the page shows what is new.
async function request(work) {
  if (busy) return;
  busy = true;
  note();
  const saved = await work().catch((error) => { note(errorBox(error)); say(error.text); });
  const newest = waiting ?? table;
  waiting = null;
  if (saved) shown = "";
  await show(saved?.sequence > (newest.state?.sequence ?? 0) ? { ...newest, state: saved } : newest, true);
  busy = false;
  if (waiting) showScore(waiting);
}

// Says aloud what another phone, or the terminal, has done.
function announce(before) {
  if (state.night !== before.night) return say(`${state.title} has begun`);
  const hands = state.hands.length - before.hands.length;
  if (hands > 0) say(`Hand ${state.hands.length} is entered. ${state.over ? winnerWords(state) : `${state.dealer ?? ""} deals next.`}`);
  else if (hands < 0) say("The last entry was taken back");
  else say("The score has changed");
}

function showBegin(place) {
  const key = `begin ${table.me?.role} ${table.ended}`;
  if (shown === key) return;
  shown = key;
  if (table.me?.role !== "host") return place.replaceChildren(el("p", { class: "waiting" }, "The host hasn't begun a game yet. It will appear here automatically."));
  place.replaceChildren(el("p", {}, "Who plays what? Each hand is saved on this computer the moment it is entered."), startForm([], async () => {}));
}

// ---- one hand, a question at a time

// An entry has an id, which comes back with the state: so this phone knows its own, even where the answer was lost.
const newDraft = (edit = null) => ({ key: draftKey(edit), answers: [], edit, id: crypto.getRandomValues(new Uint32Array(2)).join("-") });
const draftKey = (edit) => `${state.night} ${edit ?? state.next_hand}`;

async function showEntry(place) {
  draft.edit = handOf(draft, state.hands);
  if (draft.key !== draftKey(draft.edit)) {
    const left = draft;
    draft = newDraft();
    noteLeft(left);
  }
  const mine = shown;
  let reply;
  try {
    reply = await askFor(draft.answers);
  } catch (error) {
    if (shown !== mine) return;
    if (!isRefused(error) || !draft.answers.length) return place.replaceChildren(errorBox(error), button("Try again", () => showEntry(place), "plain"));
    draft.answers = draft.answers.slice(0, -1);
    await showEntry(place);
    if (!place.querySelector(":scope > .error")) place.append(errorBox(error));
    return;
  }
  if (shown === mine) showPanel(place, reply); // else somebody entered something while this was asked
}

// Says what has become of a hand that was begun here when another one comes next now.
function noteLeft({ key = "", answers, id }) {
  const [night, hand] = key.split(" ").map(Number);
  if (night !== state.night) return;
  if (id && table.entries?.[hand] === id) note(el("p", { class: "note" }, `Hand ${hand} is saved.`));
  else if (answers.length) note(el("p", { class: "note" }, hand < state.next_hand ? `Hand ${hand} was entered by somebody else meanwhile. What you had begun is not entered.` : "The last hand was taken back. What you had begun is not entered."));
}

const askFor = (answers) => ask("score.ask", { answers, edit: draft.edit, night: state.night });

function showPanel(place, reply) {
  const back = draft.answers.length ? button("Back", () => answer(place, draft.answers.slice(0, -1)), "plain") : null;
  const stop = draft.edit ? button("Leave it as it was", () => edit(null), "plain") : null;
  place.replaceChildren(handPanel(reply, draft.edit ?? reply.hand, Boolean(draft.edit), [back, stop].filter(Boolean), (value) => answer(place, [...draft.answers, value]), (more) => enter(more)));
}

// An answer that cannot be leaves the question as it is, with what was typed.
async function answer(place, answers) {
  const own = draft;
  try {
    const reply = await askFor(answers);
    if (own !== draft) return; // another hand comes next meanwhile
    draft.answers = answers;
    await keepSetting("draft", draft);
    showPanel(place, reply);
    place.querySelector("#hand")?.focus();
  } catch (error) {
    if (own !== draft) return;
    place.querySelector(".panel > .error")?.remove();
    place.querySelector(".panel")?.append(countBox(error, () => answer(place, [...answers.slice(0, -1), { keep: answers.at(-1) }])));
    say(error.text);
  }
}

async function edit(number) {
  draft = newDraft(number);
  await keepSetting("draft", draft);
  await showEntry($("#entry"));
  $("#hand")?.focus();
}

const enter = (more = {}) => request(async () => {
  const { edit: number, answers, id } = draft;
  const entry = { night: state.night, answers, ...more };
  try {
    const saved = number ? await ask("score.edit", { ...entry, number }) : await ask("score.enter", { ...entry, hand: state.next_hand, id });
    draft = { answers: [] };
    await keepSetting("draft", draft);
    if (saved.warning) note(el("p", { class: "note" }, saved.warning));
    say(`Saved. ${saved.over ? winnerWords(saved) : `${saved.dealer ?? ""} deals next.`}`);
    return saved;
  } catch (error) {
    const box = errorBox(error);
    if (error.kind === "repeated") box.append(button("It is another hand: enter it", () => enter({ ...more, another: true }), "plain"));
    else if (error.kind === "tally") box.append(discrepancies(error.discrepancies ?? [], (again) => enter({ ...more, ...again })));
    if (error.kind === "taken") draft = { answers: [] }; // the table reports what was entered
    note(box);
    say(error.text);
    return null;
  }
});

// ---- changes

const change = ({ ask: name, ...fields }, told) => request(async () => {
  const value = await ask(name, { night: state.night, ...fields });
  const changes = (value.changes ?? []).join(" ");
  say(changes || told);
  if (changes) note(el("p", { class: "note" }, changes));
  return value;
});

function tools() {
  const hands = (state.hands ?? []).map((_, index) => button(String(index + 1), () => edit(index + 1), "plain", { "aria-label": `Correct hand ${index + 1}` }));
  const correct = hands.length ? el("details", {}, el("summary", {}, "Correct an earlier hand"), el("div", { class: "row" }, hands)) : null;
  const host = table.me?.role === "host" ? [finish(state, change), comesAndGoes(state, change), lookBack(), restart()] : [];
  return el("div", { class: "tools" }, takenBack(state, change), ...[pointers(state, change), correct, record(), ...host].filter(Boolean));
}

// All nights that the host keeps: for the host alone, because they name who else has played.
function lookBack() {
  const place = el("div");
  const show = async () => place.replaceChildren(...statistics(await ask("score.stats")));
  const part = el("details", { ontoggle: () => part.open && show().catch((error) => place.replaceChildren(errorBox(error))) }, el("summary", {}, "Statistics"), place);
  return part;
}

function record() {
  const place = el("div");
  const show = async () => {
    const { log } = await ask("score.log", { night: state.night });
    place.replaceChildren(el("ol", {}, log.map((row) => el("li", {}, `${row.text} (${row.who})`))));
  };
  const part = el("details", { ontoggle: () => part.open && show().catch((error) => place.replaceChildren(errorBox(error))) }, el("summary", {}, "What was entered, and who entered it"), place);
  return part;
}

function restart() {
  const part = el("details", { open: Boolean(state.over), ontoggle: () => part.open && part.children.length < 2 && part.append(startForm(state.players, async () => {})) }, el("summary", {}, "A new game"));
  return part;
}
