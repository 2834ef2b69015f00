// The night's score: names and totals, the next hand question by question, undo, corrections, the file.
import { $, attempt, el, button, download, errorBox, isRefused, say, sentence } from "./dom.js";
import { ask, askWithFiles, cancelAll, engine, onEngine, onNews } from "./engine.js";
import { askToKeep, holdScore, keepSetting, readSetting, storage, waitForScore } from "./store.js";
import { startForm } from "./begin.js";
import { countBox, discrepancies, handOf } from "./entry.js";
import { comesAndGoes, finish, handPanel, pointers, takenBack } from "./night.js";
import { statistics, totals, winnerWords } from "./totals.js";

let state = null; // the night as the engine reports it; null where none is kept
let draft = { answers: [] }; // of the hand that is being entered; kept at each answer
let mine = null; // whether this page writes the score
let busy = false; // while a request of this page is on its way
let shown = ""; // what the screen was last made for
let turns = 0; // how often the entry was made: what is asked for an older one is not shown

export async function openScore() {
  shown = "";
  draft = await readSetting("draft", { answers: [] });
  if (engine.live) onNews(hearScore);
  else {
    engine.mayKeep = mine = await holdScore(lost);
    if (!mine) waitForScore(lost, writeHere);
    document.body.dataset.keeps = "score";
    if (!storage.works) keepSetting("draft", draft); // says what this browser does not keep
  }
  await refresh();
}

function lost() {
  engine.mayKeep = mine = false;
  waitForScore(lost, writeHere);
  refresh();
}

const takeOver = async () => writeHere(await holdScore(lost, true));

// The other page may have entered something: all is read again, which takes as long as the engine takes to start.
async function writeHere(held) {
  engine.mayKeep = mine = held;
  $("#scoring").replaceChildren(el("p", { class: "waiting", role: "status" }, "A moment: the score is read as the other page has left it."));
  const ready = new Promise((done) => onEngine((now) => now.state === "ready" && done()));
  cancelAll(true);
  await ready;
  draft = await readSetting("draft", { answers: [] });
  await refresh();
}

async function readScore() {
  return ask("score.state").catch((error) => {
    if (error.kind !== "night") throw error;
    return null;
  });
}

async function refresh() {
  try {
    state = await readScore();
  } catch (error) {
    shown = "";
    return $("#scoring").replaceChildren(error.kind === "store" ? lostPanel(error) : errorBox(error));
  }
  await showScore();
}

// Others write the same score. What comes while a request of this page is on its way waits: its answer says whose entry that is.
async function hearScore() {
  if (busy || engine.state === "failed") return;
  const before = state;
  await refresh();
  if (before && state && before.sequence !== state.sequence) announce(before);
}

// Says what another phone, or a terminal, has done.
function announce(before) {
  const hands = state.hands.length - before.hands.length;
  if (state.night !== before.night) return say(`${state.title} has begun`);
  if (hands > 0) return say(`Hand ${state.hands.length} is entered. ${state.over ? winnerWords(state) : `${state.dealer ?? ""} deals next.`}`);
  if (!state.undone || state.undone.event === before.undone?.event) return say("The score has changed");
  const words = sentence(`${state.undone.who.replace(", at the table", "")} took back ${state.undone.what}.`);
  const back = () => change({ ask: "score.undo", back: true, sequence: state.sequence }, "Put back");
  $("#notes").append(el("div", { class: "note" }, el("p", {}, words), mine && state.can_redo ? button("Put it back", back, "plain") : null));
  say(words);
}

async function showScore(isOwn = false) {
  const place = $("#scoring");
  if (engine.live) mine = engine.mayWrite;
  else if (!mine) return place.replaceChildren(el("div", { class: "error" }, el("p", {}, "The score is open in another tab or window, and is written there. Here you can look at it.")), button("Write it here", takeOver, "main"), state ? totals(state) : "");
  const key = JSON.stringify([state?.night, state?.sequence, mine, engine.role, engine.closed]);
  if (key === shown && engine.live && !isOwn) return;
  shown = key;
  if (!state) return showStart(place);
  if (!$("#notes")) place.replaceChildren(...["totals", "notes", "entry", "tools"].map((id) => el("div", { id })));
  if (!isOwn) note();
  $("#totals").replaceChildren(totals(state));
  $("#tools").replaceChildren(mine ? tools() : "");
  const entry = $("#entry");
  if (state.over) entry.replaceChildren(el("p", { class: "winner" }, winnerWords(state)));
  else if (mine) await showEntry(entry);
  else entry.replaceChildren(el("p", { class: "quiet" }, engine.closed ? "" : engine.role === "writer" ? "You look on: only the host enters hands." : "You look on. To enter hands, scan the host's other code."));
}

const note = (...inside) => $("#notes")?.replaceChildren(...inside);
function showWrong(box, error) {
  note(box);
  box.scrollIntoView({ block: "nearest" });
  say(error.text);
}
const keepDraft = () => keepSetting("draft", draft);

// One request of this page at a time; a second tap meanwhile does nothing. `work` gives the new state, or nothing.
async function request(work) {
  if (busy) return;
  busy = true;
  note();
  const saved = await work().catch((error) => showWrong(errorBox(error), error));
  const newest = engine.live ? await readScore().catch(() => state) : null;
  busy = false;
  const before = JSON.stringify([state?.night, state?.sequence]);
  state = saved && !(newest?.sequence > saved.sequence) ? saved : newest ?? state;
  if (saved || before !== JSON.stringify([state?.night, state?.sequence])) await showScore(true);
}

// The nights cannot be read: what is there, and every way on. Nothing is thrown away by any of them.
function lostPanel(error) {
  const held = `${error.nights} ${error.nights === 1 ? "night" : "nights"}${error.until ? `, up to ${error.until}` : ""}`;
  const facts = [
    error.file ? `The nights that are kept here can't be read: their file is ${error.file}.` : "The file of the nights and its copy hold different entries.",
    error.copy ? `The copy is ${error.copy}.` : `The copy holds ${held}.`,
    "Nothing was changed, and nothing is thrown away: what gives way is kept on this device.",
  ];
  const words = { copy: "Go on with the copy", file: "Go on with the file as it is", neither: "Start over" };
  const panel = el("div", { class: "error", role: "alert" }, facts.map((fact) => el("p", {}, fact)));
  const take = (way) => button(words[way], async () => {
    try {
      await ask("score.restore", { take: way });
      await refresh();
      say("The score is open again");
    } catch (refused) {
      panel.append(errorBox(refused));
    }
  }, "main");
  panel.append(el("div", { class: "row" }, mine ? error.ways.map(take) : button("Write it here", takeOver, "main")), filePart());
  return panel;
}

// ---- one hand, a question at a time

// At a live table an entry has an id, which comes back with what everybody may know: so a page knows its own, even where the answer was lost.
const newDraft = (edit = null) => ({ key: draftKey(edit), answers: [], edit, id: crypto.getRandomValues(new Uint32Array(2)).join("-") });
const draftKey = (edit) => `${state.night ?? 0} ${edit ?? state.next_hand}`;
const askFor = (answers) => ask("score.ask", { answers, edit: draft.edit, night: state.night });

async function showEntry(place) {
  const turn = ++turns;
  draft.edit = handOf(draft, state.hands);
  if (draft.key !== draftKey(draft.edit)) {
    const left = draft;
    draft = newDraft();
    noteLeft(left);
  }
  try {
    const reply = await askFor(draft.answers);
    if (turn === turns) showPanel(place, reply); // else somebody has entered something while this was asked
  } catch (error) {
    if (turn !== turns) return;
    if (!isRefused(error) || !draft.answers.length) return place.replaceChildren(errorBox(error), button("Try again", () => showEntry(place), "plain"));
    draft.answers = draft.answers.slice(0, -1);
    await showEntry(place);
    if (!place.querySelector(":scope > .error")) place.append(errorBox(error));
  }
}

// Says what has become of a hand that was begun here when another one comes next now.
function noteLeft({ key = "", answers, id }) {
  const [night, hand] = key.split(" ").map(Number);
  if (night !== state.night) return;
  if (id && engine.entries?.[hand] === id) note(el("p", { class: "note" }, `Hand ${hand} is saved.`));
  else if (answers.length) note(el("p", { class: "note" }, hand < state.next_hand ? `Hand ${hand} was entered by somebody else meanwhile. What you had begun is not entered.` : "The last hand was taken back. What you had begun is not entered."));
}

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
    await keepDraft();
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
  await keepDraft();
  await showEntry($("#entry"));
  $("#hand")?.focus();
}

const enter = (more = {}) => request(async () => {
  const { edit: number, answers, id } = draft;
  const entry = { night: state.night, answers, ...more };
  try {
    const saved = number ? await ask("score.edit", { ...entry, number }) : await ask("score.enter", { ...entry, hand: state.next_hand, ...(engine.live ? { id } : {}) });
    draft = { answers: [] };
    await keepDraft();
    askToKeep();
    const kept = engine.kept ? "Saved" : "Entered, but kept only while this page is open";
    say(`${kept}. ${saved.over ? winnerWords(saved) : `${saved.dealer ?? ""} deals next.`}`);
    return saved;
  } catch (error) {
    const box = errorBox(error);
    if (error.kind === "repeated") box.append(button("It is another hand: enter it", () => enter({ ...more, another: true }), "plain"));
    else if (error.kind === "taken" && !engine.live) box.append(button("Look at the score", refresh, "plain"));
    else if (error.kind === "tally") box.append(discrepancies(error.discrepancies ?? [], (again) => enter({ ...more, ...again })));
    showWrong(box, error);
    return null;
  }
});

// ---- what else one does with a night

const change = (asked, told) => request(async () => {
  const { value } = await askWithFiles({ night: state.night, ...asked });
  draft = { answers: [] };
  keepDraft();
  const changes = (value.changes ?? []).join(" ");
  say(changes || told);
  if (changes) note(el("p", { class: "note" }, changes));
  return value;
});

function tools() {
  const hands = (state.hands ?? []).map((_, index) => button(String(index + 1), () => edit(index + 1), "plain", { "aria-label": `Correct hand ${index + 1}` }));
  const correct = hands.length ? el("details", {}, el("summary", {}, "Correct an earlier hand"), el("div", { class: "row" }, hands)) : null;
  const usual = [takenBack(state, change), correct, pointers(state, change)];
  if (engine.live && engine.role !== "host") return el("div", { class: "tools" }, ...usual.filter(Boolean), folded("What was entered, and who entered it", async () => [await record()]));
  const again = el("details", { open: Boolean(state.over) }, el("summary", {}, "A new game"));
  again.append(startForm(state.players, begun));
  return el("div", { class: "tools" }, ...[...usual, finish(state, change), comesAndGoes(state, change), lookBack(), others(), engine.live ? null : filePart(), again].filter(Boolean));
}

// All nights together, and this one to send to friends.
function lookBack() {
  return folded("Statistics", async () => {
    const value = await ask("score.stats");
    const place = el("div", { class: "row" }, button("Share this night", () => attempt(place, share), "plain"));
    return [place, ...statistics(value)];
  });
}

// By the device's own menu where there is one; else the text is copied.
async function share() {
  const { files } = await askWithFiles({ ask: "score.export", night: state.night, text: true, svg: true });
  const text = new TextDecoder().decode(Object.entries(files).find(([name]) => name.endsWith(".txt"))[1]);
  const picture = await asPng(new Blob([Object.entries(files).find(([name]) => name.endsWith(".svg"))[1]], { type: "image/svg+xml" }));
  const whole = { text, files: [picture] };
  if (navigator.canShare?.(whole)) return navigator.share(whole);
  await navigator.clipboard.writeText(text);
  $("#scoring").prepend(el("p", { class: "note" }, "The result is copied: paste it into a message. ", download("result.png", new Uint8Array(await picture.arrayBuffer()), "image/png")));
  say("Copied");
}

async function asPng(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const canvas = el("canvas", { width: 1080, height: Math.round((1080 * image.naturalHeight) / image.naturalWidth) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((blob) => done(new File([blob], "result.png", { type: "image/png" })), "image/png"));
}

// Earlier nights, and what was entered when.
function others() {
  return folded("Earlier nights, and the record", async () => {
    const [{ nights, current }, log] = [await ask("score.nights"), await record()];
    const rows = nights.filter((night) => night.night !== current && !night.dropped).map((night) => el("li", {}, `${night.game}, ${night.players.join(", ")}, ${night.at.slice(0, 10)} `, button("Go on with it", () => change({ ask: "score.resume", night: night.night }, "Open again"), "plain small")));
    return [rows.length ? el("ul", {}, rows) : el("p", {}, "There is no other night."), el("h3", {}, "What was entered tonight"), log];
  });
}

const record = async () => el("ol", {}, (await ask("score.log", { night: state.night })).log.map((row) => el("li", {}, engine.live ? `${row.text} (${row.who})` : row.text)));

// Filled each time that somebody opens it.
function folded(title, fill) {
  const place = el("div");
  const part = el("details", { ontoggle: () => part.open && attempt(place, async () => place.replaceChildren(...(await fill()))) }, el("summary", {}, title), place);
  return part;
}

function filePart() {
  const place = el("div", { class: "row" });
  const save = button("Save the nights as a file", () => attempt(place, async () => {
    const { files } = await askWithFiles({ ask: "score.save" });
    place.replaceChildren(...Object.entries(files).map(([name, bytes]) => download(name, bytes, "application/vnd.sqlite3")));
  }), "plain");
  const brought = el("input", { type: "file", id: "brought", accept: ".sqlite,.db,application/vnd.sqlite3", onchange: () => openFile(brought.files[0], place) });
  return el("details", {}, el("summary", {}, "The file of the nights"), el("p", {}, "It is the same file that tt-print score uses on a computer. Some browsers throw away what a page keeps after a week without a visit: save it when the night is over."), el("div", { class: "row" }, save), el("div", { class: "field" }, el("label", { for: "brought" }, "Open a file"), brought), place);
}

async function openFile(file, place) {
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const open = async (how) => askWithFiles({ ask: "score.open", ...how }, { nights: bytes });
  await attempt(place, async () => {
    const { value } = await open({});
    const count = value.nights?.length ?? 0;
    const go = button("Replace what is here", () => attempt(place, async () => {
      await open({ replace: true, force: value.lost > 0 });
      draft = { answers: [] };
      await keepDraft();
      await refresh();
      say("The file is open");
    }), "main");
    place.replaceChildren(el("p", {}, `${file.name}: ${count} ${count === 1 ? "night" : "nights"}. ${value.compared}`), go);
  });
}

// ---- a new night

async function showStart(place) {
  if (engine.live && engine.role !== "host") return place.replaceChildren(el("p", { class: "waiting" }, "The host hasn't begun a game yet. It will appear here automatically."));
  const names = (await readSetting("players", [])).filter((name) => typeof name === "string");
  const where = engine.live ? "this computer" : "this device";
  place.replaceChildren(el("p", {}, `Who plays what? Each hand is saved on ${where} the moment you enter it.`), startForm(names, begun), engine.live ? "" : filePart());
}

async function begun(value) {
  state = value;
  draft = { answers: [] };
  await keepDraft();
  await showScore(true);
}
