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
  engine.mayKeep = mine = await holdScore(lost);
  document.body.dataset.keeps = "score";
  draft = await readSetting("draft", { answers: [] });
  if (!storage.works) keepSetting("draft", draft); // says what this browser does not keep
  await refresh();
}

function lost() {
  engine.mayKeep = mine = false;
  refresh();
}

async function takeOver() {
  engine.mayKeep = mine = await holdScore(lost, true);
  const ready = new Promise((done) => onEngine((now) => now.state === "ready" && done()));
  cancelAll(true); // the other page may have entered something: all is read anew
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

// Names and totals in large letters.
function table() {
  const out = new Set(state.eliminated ?? []);
  const won = new Set(state.winner ?? []);
  const standing = (name) => state.totals[name] ?? (won.has(name) ? "wins" : out.has(name) ? "out" : "plays");
  const rows = state.players.map((name) => {
    const about = [name === state.dealer && !state.over ? el("span", { class: "dealer" }, "deals") : null, out.has(name) ? el("span", { class: "dealer" }, "out") : null, won.has(name) ? el("span", { class: "dealer" }, "wins") : null];
    return el("tr", { class: won.has(name) ? "won" : out.has(name) ? "gone" : null }, el("th", { scope: "row" }, name, about), el("td", {}, String(standing(name))));
  });
  const best = state.good_points === "few" ? "Few points are good. " : state.good_points === "many" ? "Many points are good. " : "";
  const counted = state.hands.length ? `${state.hands.length} ${state.hands.length === 1 ? "hand" : "hands"} entered.` : "No hand entered yet.";
  return el("section", { class: "panel", "aria-label": "Totals" }, el("h2", {}, state.title), el("table", { class: "totals" }, el("tbody", {}, rows)), (state.explained ?? []).map((line) => el("p", {}, line)), el("p", { class: "quiet" }, best + counted),
    (state.problems ?? []).map((line) => el("p", { class: "error" }, line)), state.lines?.length ? el("details", {}, el("summary", {}, "All of the night"), el("pre", { class: "mono", tabindex: "0" }, state.lines.join("\n"))) : null);
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
    reply = await ask("score.ask", { answers: draft.answers, edit: draft.edit, night: state.night });
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
  const title = el("h2", { id: "hand", tabindex: "-1" }, draft.edit ? `Correct hand ${number}` : `Hand ${number}`);
  if (reply.ready) {
    const summary = el("div", { class: "summary" }, [reply.summary, ...(reply.lines ?? [])].filter(Boolean).map((line) => el("p", {}, line)));
    const wrong = reply.discrepancies?.length ? discrepancies(reply.discrepancies, place) : null;
    const save = wrong ? null : button(draft.edit ? "Correct it" : "Enter this hand", () => enter(place), "main");
    place.replaceChildren(el("div", { class: "panel" }, title, summary, wrong, el("div", { class: "row" }, ...[save, back, stop].filter(Boolean))));
    return;
  }
  const give = (value) => answer(place, [...draft.answers, value]);
  place.replaceChildren(el("div", { class: "panel" }, title, reply.answered ? el("p", { class: "quiet" }, reply.answered) : null, ...ways(reply.question, give, [back, stop].filter(Boolean))));
}

// A question has one way to answer it, or several: a tap on a name, a number, numbers for all, cards.
function ways(question, give, more) {
  const all = [question, ...(question.also ?? [])];
  const fields = [];
  const parts = all.flatMap((way, index) => {
    const between = index ? [el("p", { class: "quiet" }, "or")] : [];
    if (["seat", "choice", "yesno"].includes(way.kind)) {
      const choices = way.choices ?? [{ value: true, text: "Yes" }, { value: false, text: "No" }];
      return [...between, el("div", { role: "group", "aria-label": way.text || question.text }, index && !way.text ? null : el("p", { class: "asks" }, sentence(way.text || question.text)), el("div", { class: "answers" }, choices.map((choice) => button(sentence(String(choice.text)), () => give(choice.value), choice.value === question.default ? "main" : ""))))];
    }
    const field = way.kind === "numbers" ? numbersField(way) : makeField({ ...way, default: index ? null : question.default, needed: false });
    fields.push(field);
    return [...between, field.node];
  });
  const wrong = el("p", { class: "quiet", role: "alert" });
  const next = () => {
    const said = fields.find((field) => field.value() !== null);
    if (said) return give(said.value());
    if (!fields.some((field) => field.field?.min)) return give([]);
    wrong.textContent = "Nothing is said yet.";
  };
  const row = [fields.length ? button("Next", next, "main") : null, ...more].filter(Boolean);
  return [...parts, wrong, row.length ? el("div", { class: "row" }, row) : null].filter(Boolean);
}

function numbersField(way) {
  const fields = way.names.map((name) => makeField({ name, kind: "number", text: name, min: way.min, max: way.max }));
  const value = () => (fields.some((field) => field.value() === null) ? null : Object.fromEntries(fields.map((field) => [field.name, field.value()])));
  return { node: el("fieldset", {}, el("legend", {}, sentence(way.text)), el("div", { class: "fields" }, fields.map((field) => field.node))), value, field: { min: 1 } };
}

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
  const undo = button("Take back the last entry", () => change({ ask: "score.undo", sequence: state.sequence }, "Taken back"), "plain", { disabled: state.can_undo === false });
  const redo = state.can_redo ? button("Enter it again after all", () => change({ ask: "score.redo", sequence: state.sequence }, "Entered again"), "plain") : null;
  const hands = (state.hands ?? []).map((_, index) => button(String(index + 1), () => { draft = { answers: [], edit: index + 1 }; showAll(); $("#hand")?.focus(); }, "plain", { "aria-label": `Correct hand ${index + 1}` }));
  const correct = hands.length ? el("details", {}, el("summary", {}, "Correct an earlier hand"), el("div", { class: "row" }, hands)) : null;
  const again = el("details", { open: Boolean(state.over) }, el("summary", {}, "A new game"));
  again.append(startForm(state.players));
  return el("div", { class: "tools" }, el("div", { class: "row" }, ...[undo, redo].filter(Boolean)), correct, players(), pointersOfNight(), others(), filePart(), again);
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

function pointersOfNight() {
  if (!state.pointers) return "";
  const rows = Object.entries(state.pointers.pointers).map(([variable, value]) => button(`${sentence(variable)}: ${value}`, () => change({ ask: "score.move", variable }, "Moved"), "plain", { "aria-label": `Move the ${variable} pointer on from ${value}` }));
  return el("details", { open: true }, el("summary", {}, "Chits and pointers"), el("div", { class: "row" }, rows));
}

function players() {
  const name = el("input", { type: "text", id: "joins", autocomplete: "off" });
  const leaves = state.players.map((each) => button(`${each} leaves`, () => change({ ask: "score.leave", name: each }, `${each} has left`), "plain"));
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
  const points = ask("score.fields", { game: POINTS.name }).then(() => [POINTS], () => []);
  points.then((more) => gameChips("score-game", (game) => showStartFields(game, body, names), more)).then((chips) => place.replaceChildren(chips, body), (error) => place.replaceChildren(errorBox(error)));
  return place;
}

async function showStartFields(game, place, names) {
  const { fields } = await ask("score.fields", { game: game.name });
  const usual = fields.filter((field) => !["game", "house", "again", "night"].includes(field.name)).map((field) => (field.name === "players" ? { ...field, choices: null } : field));
  const first = usual.filter((field) => field.needed || field.kind === "names");
  const others = usual.filter((field) => !first.includes(field));
  const form = makeForm(first.map((field) => (field.kind === "names" ? { ...field, default: names.length ? names : field.default } : field)));
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
