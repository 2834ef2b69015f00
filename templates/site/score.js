// The night's score: names and totals, the next hand question by question, undo, corrections, the file.
import { $, el, button, download, errorBox, say, sentence } from "./dom.js";
import { ask, askWithFiles, cancelAll, engine, onEngine } from "./engine.js";
import { askToKeep, holdScore, keepSetting, readSetting, storage } from "./store.js";
import { makeField, makeForm } from "./fields.js";
import { gameChips, houseRules } from "./judge.js";

const POINTS = { name: "points", title: "Another game, by points", house: [] };
let state = null; // the night as the engine tells it; null where none is kept
let draft = { answers: [] }; // of the hand that is being entered; kept at each answer
let mine = null; // whether this page writes the score

export async function openScore() {
  mine = await holdScore(lost);
  document.body.dataset.keeps = "score";
  draft = await readSetting("draft", { answers: [] });
  if (!storage.works) keepSetting("draft", draft); // says what this browser does not keep
  await refresh();
}

function lost() {
  mine = false;
  refresh();
}

async function takeOver() {
  mine = await holdScore(lost, true);
  const ready = new Promise((done) => onEngine((now) => now.state === "ready" && done()));
  cancelAll(); // the other page may have entered something: all is read anew
  await ready;
  await refresh();
}

async function refresh() {
  try {
    state = await ask("score.state");
  } catch (error) {
    if (error.kind !== "night") return $("#scoring").replaceChildren(errorBox(error));
    state = null;
  }
  showAll();
}

function showAll() {
  const place = $("#scoring");
  if (!mine) {
    place.replaceChildren(el("div", { class: "error" }, el("p", {}, "The score is open in another tab or window, and is written there. Here you can look at it.")), button("Write it here", takeOver, "main"), state ? table() : "");
    return;
  }
  if (!state) return showStart(place);
  const entry = el("div", { id: "entry" });
  place.replaceChildren(table(), entry, tools());
  if (state.over) entry.replaceChildren(el("p", { class: "winner" }, winnerWords()));
  else showEntry(entry);
}

const winnerWords = () => (state.winner?.length ? `${state.winner.join(" and ")} ${state.winner.length > 1 ? "win" : "wins"}!` : "The game is over.");

// Names and totals in large letters, the best first where there are places.
function table() {
  const names = Object.keys(state.totals);
  const out = new Set(state.eliminated ?? []);
  const places = Object.fromEntries((state.places ?? []).flatMap((each, index) => (typeof each === "string" ? [[each, index + 1]] : Array.isArray(each) ? each.map((name) => [name, index + 1]) : [[each.name, each.place]])));
  const rows = names.map((name) => el("tr", { class: out.has(name) ? "gone" : (state.winner ?? []).includes(name) ? "won" : null }, el("th", { scope: "row" }, name, name === state.dealer && !state.over ? el("span", { class: "dealer" }, "deals") : null, out.has(name) ? el("span", { class: "quiet" }, " out") : null), el("td", {}, state.totals[name] ?? (places[name] ? `${places[name]}.` : "–"))));
  const lines = (state.lines ?? []).filter((line) => typeof line === "string");
  return el("section", { class: "panel", "aria-label": "Score" }, el("h3", {}, state.title ?? state.game), el("table", { class: "totals" }, el("tbody", {}, rows)), el("p", { class: "quiet" }, state.hands?.length ? `${state.hands.length} ${state.hands.length === 1 ? "hand" : "hands"} entered` : "No hand entered yet"), lines.length ? el("details", {}, el("summary", {}, "All of the night"), lines.map((line) => el("p", { class: "mono" }, line))) : null);
}

async function keepDraft() {
  await keepSetting("draft", draft);
}

// ---- one hand, a question at a time

async function showEntry(place) {
  const key = `${state.night ?? 0} ${draft.edit ?? state.next_hand}`;
  if (draft.key !== key) draft = { key, answers: [], edit: draft.edit ?? null };
  let reply;
  try {
    reply = await ask("score.ask", { answers: draft.answers, edit: draft.edit });
  } catch (error) {
    if (draft.answers.length) {
      draft.answers = draft.answers.slice(0, -1);
      await showEntry(place);
      return place.append(errorBox(error));
    }
    return place.replaceChildren(errorBox(error));
  }
  const number = draft.edit ?? reply.hand;
  const back = draft.answers.length ? button("Back", () => answer(place, draft.answers.slice(0, -1)), "plain") : null;
  const stop = draft.edit ? button("Leave it as it was", () => { draft = { answers: [] }; keepDraft(); showAll(); }, "plain") : null;
  const title = el("h3", { id: "hand", tabindex: "-1" }, draft.edit ? `Correct hand ${number}` : `Hand ${number}`);
  const soFar = (reply.lines ?? []).map((line) => el("p", { class: "quiet" }, typeof line === "string" ? line : line.text));
  if (reply.ready) {
    const summary = el("div", { class: "summary" }, String(reply.summary ?? "").split("\n").filter(Boolean).map((line) => el("p", {}, line)));
    const wrong = reply.discrepancies?.length ? discrepancies(reply.discrepancies, place) : null;
    const save = wrong ? null : button(draft.edit ? "Correct it" : "Enter this hand", () => enter(place), "main");
    place.replaceChildren(el("div", { class: "panel" }, title, summary, wrong, el("div", { class: "row" }, ...[save, back, stop].filter(Boolean))));
    return;
  }
  const question = { ...reply.question, needed: false };
  const kinds = [question, ...(question.also ?? []).map((each) => ({ ...each, needed: false }))];
  const fields = kinds.map((kind) => makeField(kind, () => ["seat", "choice", "yesno"].includes(kind.kind) && kinds.length === 1 && next()));
  const next = () => {
    const said = fields.find((field) => field.value() !== null) ?? fields.find((field) => field.isSaid?.());
    answer(place, [...draft.answers, said ? said.value() : empty(reply.question)]);
  };
  const parts = fields.flatMap((field, index) => (index ? [el("p", { class: "quiet" }, "or"), field.node] : [field.node]));
  place.replaceChildren(el("div", { class: "panel" }, title, ...soFar, ...parts, el("div", { class: "row" }, button("Next", next, "main"), ...[back, stop].filter(Boolean))));
}

const empty = (question) => (["cards", "seats", "values", "piles"].includes(question.kind) ? [] : question.default ?? null);

async function answer(place, answers) {
  draft.answers = answers;
  await keepDraft();
  await showEntry(place);
  place.querySelector("#hand")?.focus();
}

function discrepancies(found, place) {
  const note = el("input", { type: "text", id: "why", autocomplete: "off" });
  return el("div", { class: "error" }, el("p", {}, "This does not add up:"), el("ul", {}, found.map((each) => el("li", {}, typeof each === "string" ? each : each.text))), el("div", { class: "field" }, el("label", { for: "why" }, "Enter it all the same, and note why"), note), button("Enter it all the same", () => enter(place, { force: true, note: note.value.trim() || "as it was at the table" }), "plain"));
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
    say(`${kept}. ${state.over ? winnerWords() : `${state.dealer ?? ""} deals next.`}`);
  } catch (error) {
    const box = errorBox(error);
    if (error.kind === "repeated") box.append(button("It is another hand: enter it", () => enter(place, { ...more, another: true }), "plain"));
    else if (error.kind === "taken") box.append(button("Look at the score", refresh, "plain"));
    else if (error.kind === "tally") box.append(discrepancies(error.discrepancies ?? [], place));
    place.querySelector(".panel .error")?.remove();
    place.querySelector(".panel").append(box);
    say(error.text);
  }
}

// ---- what else one does with a night

async function change(request, told) {
  try {
    const { value } = await askWithFiles({ night: state?.night, ...request });
    state = value;
    draft = { answers: [] };
    keepDraft();
    showAll();
    const changes = (value.changes ?? []).map((each) => (typeof each === "string" ? each : each.text)).join(" ");
    say(changes || told);
    if (changes) $("#scoring").prepend(el("p", { class: "note" }, changes));
  } catch (error) {
    $("#scoring").prepend(errorBox(error));
    say(error.text);
  }
}

function tools() {
  const undo = button("Take back the last entry", () => change({ ask: "score.undo", sequence: state.sequence }, "Taken back"), "plain", { disabled: state.can_undo === false });
  const redo = state.can_redo ? button("Enter it again after all", () => change({ ask: "score.redo", sequence: state.sequence }, "Entered again"), "plain") : null;
  const hands = (state.hands ?? []).map((_, index) => button(String(index + 1), () => { draft = { answers: [], edit: index + 1 }; showAll(); $("#hand")?.focus(); }, "plain", { "aria-label": `Correct hand ${index + 1}` }));
  const correct = hands.length ? el("details", {}, el("summary", {}, "Correct an earlier hand"), el("div", { class: "row" }, hands)) : null;
  const again = el("details", { open: Boolean(state.over) }, el("summary", {}, "A new game"));
  again.append(startForm(Object.keys(state.totals)));
  return el("div", { class: "tools" }, el("div", { class: "row" }, ...[undo, redo].filter(Boolean)), correct, players(), filePart(), again);
}

function players() {
  const name = el("input", { type: "text", id: "joins", autocomplete: "off" });
  const leaves = Object.keys(state.totals).map((each) => button(`${each} leaves`, () => change({ ask: "score.leave", name: each }, `${each} has left`), "plain"));
  return el("details", {}, el("summary", {}, "Somebody comes or goes"), el("div", { class: "field" }, el("label", { for: "joins" }, "Who comes"), name), el("div", { class: "row" }, button("Joins the table", () => name.value.trim() && change({ ask: "score.join", name: name.value.trim() }, `${name.value} is in`), "plain"), ...leaves));
}

function filePart() {
  const place = el("div", { class: "row" });
  const save = button("Save the nights as a file", async () => {
    try {
      const { files } = await askWithFiles({ ask: "score.save" });
      place.replaceChildren(...Object.entries(files).map(([name, bytes]) => download(name, bytes, "application/vnd.sqlite3")));
    } catch (error) {
      place.replaceChildren(errorBox(error));
    }
  }, "plain");
  const brought = el("input", { type: "file", id: "brought", accept: ".sqlite,.db,application/vnd.sqlite3", onchange: () => openFile(brought.files[0], place) });
  return el("details", {}, el("summary", {}, "The file of the nights"), el("p", {}, "It is the same file that tt-print score uses on a computer. Some browsers throw away what a page keeps after a week without a visit: save it when the night is over."), el("div", { class: "row" }, save), el("div", { class: "field" }, el("label", { for: "brought" }, "Open a file"), brought), place);
}

async function openFile(file, place) {
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const open = async (replace) => askWithFiles({ ask: "score.open", ...(replace ? { replace } : {}) }, { nights: bytes });
  try {
    const { value } = await open(false);
    const count = value.nights?.length ?? 0;
    const go = button("Put it in place of what is here", async () => {
      try {
        await open(true);
        draft = { answers: [] };
        await keepDraft();
        await refresh();
        say("The file is open");
      } catch (error) {
        place.replaceChildren(errorBox(error));
      }
    }, "main");
    place.replaceChildren(el("p", {}, `${file.name}: ${count} ${count === 1 ? "night" : "nights"}.`), go);
  } catch (error) {
    place.replaceChildren(errorBox(error));
  }
}

// ---- a new night

async function showStart(place) {
  place.replaceChildren(el("p", {}, "Who plays what? Each hand is saved on this device the moment you enter it."), startForm(await readSetting("players", [])), filePart());
}

function startForm(names) {
  const place = el("div");
  const body = el("div");
  gameChips("score-game", (game) => showStartFields(game, body, names), [POINTS]).then((chips) => place.replaceChildren(chips, body), (error) => place.replaceChildren(errorBox(error)));
  return place;
}

async function showStartFields(game, place, names) {
  const { fields } = await ask("score.fields", { game: game.name });
  const usual = fields.filter((field) => !["game", "house", "again", "night"].includes(field.name));
  const first = usual.filter((field) => field.needed || field.kind === "names");
  const others = usual.filter((field) => !first.includes(field));
  const form = makeForm(first.map((field) => (field.kind === "names" ? { ...field, default: names } : field)));
  const more = makeForm(others);
  const house = await houseRules(game);
  const result = el("div");
  const start = async () => {
    const asked = { ...form.values(), ...more.values() };
    try {
      state = await ask("score.start", { game: game.name, ...asked, ...(game.house?.length ? { house: house.value() } : {}) });
      keepSetting("players", asked.players ?? []);
      draft = { answers: [] };
      await keepDraft();
      showAll();
      say(`${state.title ?? game.title} has begun`);
    } catch (error) {
      result.replaceChildren(errorBox(error));
      say(error.text);
    }
  };
  place.replaceChildren(...[form.node, house.node, others.length ? el("details", {}, el("summary", {}, "More choices"), more.node) : null, el("div", { class: "row" }, button("Begin", start, "main")), result].filter(Boolean));
}
