// The night's score: names and totals, the next hand question by question, undo, corrections, the file.
import { $, attempt, el, button, download, errorBox, isRefused, say } from "./dom.js";
import { ask, askWithFiles, cancelAll, engine, onEngine } from "./engine.js";
import { askToKeep, holdScore, keepSetting, readSetting, storage, waitForScore } from "./store.js";
import { startForm } from "./begin.js";
import { discrepancies, handOf } from "./entry.js";
import { comesAndGoes, finish, handPanel, pointers, takenBack } from "./night.js";
import { statistics, totals, winnerWords } from "./totals.js";

let state = null; // the night as the engine tells it; null where none is kept
let draft = { answers: [] }; // of the hand that is being entered; kept at each answer
let mine = null; // whether this page writes the score

export async function openScore() {
  engine.mayKeep = mine = await holdScore(lost);
  if (!mine) waitForScore(lost, writeHere);
  document.body.dataset.keeps = "score";
  draft = await readSetting("draft", { answers: [] });
  if (!storage.works) keepSetting("draft", draft); // says what this browser does not keep
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

async function refresh() {
  try {
    state = await ask("score.state");
  } catch (error) {
    if (error.kind === "store") return $("#scoring").replaceChildren(lostPanel(error));
    if (error.kind !== "night") return $("#scoring").replaceChildren(errorBox(error));
    state = null;
  }
  showAll();
}

function showAll() {
  const place = $("#scoring");
  if (!mine) {
    place.replaceChildren(el("div", { class: "error" }, el("p", {}, "The score is open in another tab or window, and is written there. Here you can look at it.")), button("Write it here", takeOver, "main"), state ? totals(state) : "");
    return;
  }
  if (!state) return showStart(place);
  const entry = el("div", { id: "entry" });
  place.replaceChildren(totals(state), entry, tools());
  if (state.over) entry.replaceChildren(el("p", { class: "winner" }, winnerWords(state)));
  else showEntry(entry);
}

const keepDraft = () => keepSetting("draft", draft);

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

async function showEntry(place) {
  draft.edit = handOf(draft, state.hands);
  const key = `${state.night ?? 0} ${draft.edit ?? state.next_hand}`;
  if (draft.key !== key) draft = { key, answers: [], edit: draft.edit };
  let reply;
  try {
    reply = await ask("score.ask", { answers: draft.answers, edit: draft.edit, night: state.night });
  } catch (error) {
    if (!isRefused(error) || !draft.answers.length) return place.replaceChildren(errorBox(error), button("Try again", () => showEntry(place), "plain"));
    draft.answers = draft.answers.slice(0, -1);
    await showEntry(place);
    if (!place.querySelector(":scope > .error")) place.append(errorBox(error));
    return;
  }
  const number = draft.edit ?? reply.hand;
  const back = draft.answers.length ? button("Back", () => answer(place, draft.answers.slice(0, -1)), "plain") : null;
  const stop = draft.edit ? button("Leave it as it was", () => { draft = { answers: [] }; keepDraft(); showAll(); }, "plain") : null;
  place.replaceChildren(handPanel(reply, number, Boolean(draft.edit), [back, stop].filter(Boolean), (value) => answer(place, [...draft.answers, value]), (more) => enter(place, more)));
}

async function answer(place, answers) {
  draft.answers = answers;
  await keepDraft();
  await showEntry(place);
  place.querySelector("#hand")?.focus();
}

async function enter(place, more = {}) {
  const edit = draft.edit;
  const request = { answers: draft.answers, ...more };
  const night = state.night;
  try {
    state = edit ? await ask("score.edit", { night, number: edit, ...request }) : await ask("score.enter", { night, hand: state.next_hand, ...request });
    draft = { answers: [] };
    await keepDraft();
    askToKeep();
    showAll();
    const kept = engine.kept ? "Saved" : "Entered, but kept only while this page is open";
    say(`${kept}. ${state.over ? winnerWords(state) : `${state.dealer ?? ""} deals next.`}`);
  } catch (error) {
    const box = errorBox(error);
    if (error.kind === "repeated") box.append(button("It is another hand: enter it", () => enter(place, { ...more, another: true }), "plain"));
    else if (error.kind === "taken") box.append(button("Look at the score", refresh, "plain"));
    else if (error.kind === "tally") box.append(discrepancies(error.discrepancies ?? [], (again) => enter(place, again)));
    place.querySelector(".panel .error")?.remove();
    place.querySelector(".panel").append(box);
    say(error.text);
  }
}

// ---- what else one does with a night

async function change(request, told) {
  try {
    const { value } = await askWithFiles({ ...(state ? { night: state.night } : {}), ...request });
    state = value;
    draft = { answers: [] };
    keepDraft();
    showAll();
    const changes = (value.changes ?? []).join(" ");
    say(changes || told);
    if (changes) $("#scoring").prepend(el("p", { class: "note" }, changes));
  } catch (error) {
    $("#scoring").prepend(errorBox(error));
    say(error.text);
  }
}

function tools() {
  const hands = (state.hands ?? []).map((_, index) => button(String(index + 1), () => { draft = { answers: [], edit: index + 1 }; showAll(); $("#hand")?.focus(); }, "plain", { "aria-label": `Correct hand ${index + 1}` }));
  const correct = hands.length ? el("details", {}, el("summary", {}, "Correct an earlier hand"), el("div", { class: "row" }, hands)) : null;
  const again = el("details", { open: Boolean(state.over) }, el("summary", {}, "A new game"));
  again.append(startForm(state.players, begun));
  return el("div", { class: "tools" }, takenBack(state, change), finish(state, change), correct, comesAndGoes(state, change), pointers(state, change) ?? "", lookBack(), others(), filePart(), again);
}

// All nights together, and this one to send to friends.
function lookBack() {
  const place = el("div");
  const show = () => attempt(place, async () => {
    const value = await ask("score.stats");
    place.replaceChildren(el("div", { class: "row" }, button("Share this night", () => attempt(place, share), "plain")), ...statistics(value));
  });
  const part = el("details", { ontoggle: () => part.open && show() }, el("summary", {}, "Statistics"), place);
  return part;
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
  const place = el("div");
  const show = async () => {
    const [{ nights, current }, { log }] = [await ask("score.nights"), await ask("score.log")];
    const rows = nights.filter((night) => night.night !== current && !night.dropped).map((night) => el("li", {}, `${night.game}, ${night.players.join(", ")}, ${night.at.slice(0, 10)} `, button("Go on with it", () => change({ ask: "score.resume", night: night.night }, "Open again"), "plain small")));
    place.replaceChildren(rows.length ? el("ul", {}, rows) : el("p", {}, "There is no other night."), el("h3", {}, "What was entered tonight"), el("ol", {}, log.map((row) => el("li", {}, row.text))));
  };
  const part = el("details", { ontoggle: () => part.open && show() }, el("summary", {}, "Earlier nights, and the record"), place);
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
  place.replaceChildren(el("p", {}, "Who plays what? Each hand is saved on this device the moment you enter it."), startForm((await readSetting("players", [])).filter((name) => typeof name === "string"), begun), filePart());
}

async function begun(value) {
  state = value;
  draft = { answers: [] };
  await keepDraft();
  showAll();
}
