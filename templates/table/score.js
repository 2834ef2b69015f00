// Tonight: names and totals, and for those who may write the next hand question by question.
import { $, el, button, errorBox, say } from "./dom.js";
import { ask } from "./engine.js";
import { keepSetting, readSetting } from "./store.js";
import { startForm } from "./begin.js";
import { discrepancies } from "./entry.js";
import { comesAndGoes, handPanel, pointers, takenBack } from "./night.js";
import { totals, winnerWords } from "./totals.js";

let table = null;
let state = null;
let draft = null; // of the hand that is being entered
let shown = ""; // what the entry and its tools were last made for
let stayed = ""; // a sentence that outlives one drawing of the page

export async function showScore(now) {
  const before = state;
  table = now;
  state = now.state;
  draft ??= await readSetting("draft", { answers: [] });
  const place = $("#scoring");
  if (!state) return showBegin(place);
  if (before && before.sequence !== state.sequence) announce(before);
  const mayWrite = now.me?.may_write && !now.ended;
  const key = JSON.stringify([state.night, state.sequence, mayWrite, now.me?.role, now.ended]);
  if (!$("#totals")) {
    place.replaceChildren(el("div", { id: "totals" }), el("div", { id: "notes" }), el("div", { id: "entry" }), el("div", { id: "tools" }));
    shown = "";
  }
  $("#totals").replaceChildren(totals(state));
  if (key === shown) return;
  shown = key;
  if (!stayed) $("#notes").replaceChildren();
  stayed = "";
  const entry = $("#entry");
  if (state.over) entry.replaceChildren(el("p", { class: "winner" }, winnerWords(state)));
  else if (mayWrite) showEntry(entry);
  else entry.replaceChildren(el("p", { class: "quiet" }, now.ended ? "" : readOnly(now.me)));
  $("#tools").replaceChildren(mayWrite ? tools() : el("div"));
}

const readOnly = (me) => (me?.seat ? "You read along. The host can let you enter hands." : "You read along. Under “Table” you take your seat.");

function note(...inside) {
  stayed = "yes";
  $("#notes")?.replaceChildren(...inside);
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
  if (table.me?.role !== "host") return place.replaceChildren(el("p", { class: "waiting" }, "The host has begun no game yet. This page shows it by itself."));
  place.replaceChildren(el("p", {}, "Who plays what? Each hand is saved on this computer the moment it is entered."), startForm([], async () => {}));
}

async function keepDraft() {
  await keepSetting("draft", draft);
}

// ---- one hand, a question at a time

async function showEntry(place) {
  const key = `${state.night} ${draft.edit ?? state.next_hand}`;
  if (draft.key !== key) {
    if (draft.answers?.length && draft.key?.startsWith(`${state.night} `)) note(el("p", { class: "note" }, `Hand ${draft.key.split(" ")[1]} was entered by somebody else meanwhile. What you had begun is not entered.`));
    draft = { key, answers: [], edit: draft.edit ?? null };
  }
  const mine = shown;
  let reply;
  try {
    reply = await ask("score.ask", { answers: draft.answers, edit: draft.edit, night: state.night });
  } catch (error) {
    if (shown !== mine) return;
    if (draft.answers.length) {
      draft.answers = draft.answers.slice(0, -1);
      await showEntry(place);
      return place.append(errorBox(error));
    }
    return place.replaceChildren(errorBox(error), button("Try again", () => showEntry(place), "plain"));
  }
  if (shown !== mine) return; // somebody entered something while this was asked
  const back = draft.answers.length ? button("Back", () => answer(place, draft.answers.slice(0, -1)), "plain") : null;
  const stop = draft.edit ? button("Leave it as it was", () => { draft = { answers: [] }; keepDraft(); showEntry(place); }, "plain") : null;
  const number = draft.edit ?? reply.hand;
  place.replaceChildren(handPanel(reply, number, Boolean(draft.edit), [back, stop].filter(Boolean), (value) => answer(place, [...draft.answers, value]), (more) => enter(place, more)));
}

async function answer(place, answers) {
  draft.answers = answers;
  await keepDraft();
  await showEntry(place);
  place.querySelector("#hand")?.focus();
}

let entering = false;

async function enter(place, more = {}) {
  if (entering) return; // a second tap while the first is on its way
  entering = true;
  const { edit, answers } = draft;
  const night = state.night;
  const request = edit ? ["score.edit", { night, number: edit, answers, ...more }] : ["score.enter", { night, hand: state.next_hand, answers, ...more }];
  try {
    const saved = await ask(...request);
    draft = { answers: [] };
    await keepDraft();
    if (saved.warning) note(el("p", { class: "note" }, saved.warning));
    say(`Saved. ${saved.over ? winnerWords(saved) : `${saved.dealer ?? ""} deals next.`}`);
    if (saved.sequence >= state.sequence) showScore({ ...table, state: saved });
  } catch (error) {
    const box = errorBox(error);
    if (error.kind === "repeated") box.append(button("It is another hand: enter it", () => enter(place, { ...more, another: true }), "plain"));
    else if (error.kind === "tally") box.append(discrepancies(error.discrepancies ?? [], (again) => enter(place, { ...more, ...again })));
    if (error.kind === "taken") draft = { answers: [] }; // the table says by itself what was entered
    note(box);
    say(error.text);
  } finally {
    entering = false;
  }
}

// ---- changes

async function change(request, told) {
  try {
    const { ask: name, ...fields } = request;
    const value = await ask(name, { night: state.night, ...fields });
    draft = { answers: [] };
    await keepDraft();
    const changes = (value.changes ?? []).join(" ");
    say(changes || told);
    if (changes) note(el("p", { class: "note" }, changes));
  } catch (error) {
    note(errorBox(error));
    say(error.text);
  }
}

function tools() {
  const hands = (state.hands ?? []).map((_, index) => button(String(index + 1), () => { draft = { answers: [], edit: index + 1 }; showEntry($("#entry")).then(() => $("#hand")?.focus()); }, "plain", { "aria-label": `Correct hand ${index + 1}` }));
  const correct = hands.length ? el("details", {}, el("summary", {}, "Correct an earlier hand"), el("div", { class: "row" }, hands)) : null;
  const host = table.me?.role === "host" ? [comesAndGoes(state, change), anew()] : [];
  return el("div", { class: "tools" }, takenBack(state, change), ...[pointers(state, change), correct, record(), ...host].filter(Boolean));
}

function record() {
  const place = el("div");
  const show = async () => {
    const { log } = await ask("score.log", { night: state.night });
    place.replaceChildren(el("ol", {}, log.map((row) => el("li", {}, `${row.text} (${row.who})`))));
  };
  const part = el("details", { ontoggle: () => part.open && show().catch((error) => place.replaceChildren(errorBox(error))) }, el("summary", {}, "What was entered, and by whom"), place);
  return part;
}

function anew() {
  const part = el("details", { open: Boolean(state.over), ontoggle: () => part.open && part.children.length < 2 && part.append(startForm(state.players, async () => {})) }, el("summary", {}, "A new game"));
  return part;
}
