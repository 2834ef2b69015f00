// One score for the site and the live table: a tile for each player, the question as the title, one tap for an answer, saved with the last one.
import { $, button, el, errorBox, isRefused, isTwice, labeled, say, sentence } from "./dom.js";
import { ask, askWithFiles, engine } from "./engine.js";
import { setBar } from "./frame.js";
import { askToKeep, holdScore, keepSetting, readSetting, storage } from "./store.js";
import { cameraButton, cardName, heldCard, seatToken } from "./cards.js";
import { lostPanel, nightActions, startForm, winnerWords } from "./night.js";

const NONE = { key: "", answers: [], edit: null, id: "" };
let place = null; // where the screen is, once it was opened
let wanted = null; // the game in the address
let state = null; // the night as the engine reports it; null where none is kept
let reply = null; // what comes next in the round that is being entered
let several = null; // who is tapped, where several go out at once
let draft = NONE; // of the round that is being entered; kept at each answer
let mine = null; // whether this page writes the score
let busy = false; // while a request of this page is on its way
let asking = false; // while an answer to the question is
let shown = ""; // what the screen was last made for
let turns = 0; // how often the entry was made: what is asked for an older one is not shown
let invite = null; // opens the sheet of the phones, at a live table
const notes = el("div", { id: "notes" });
const body = el("div", { class: "score" });

export const withPhones = (open) => (invite = open);

export async function openScore(where, game) {
  const isFirst = !place;
  [place, wanted, shown] = [where, game, ""];
  place.replaceChildren(notes, body);
  if (isFirst) {
    draft = await readSetting("draft", NONE);
    if (engine.live) engine.addEventListener("news", hearScore);
    else {
      engine.mayKeep = mine = await holdScore(hearLock);
      document.body.dataset.keeps = "score";
      if (!storage.works) keepSetting("draft", draft); // says what this browser does not keep
    }
  }
  await refresh();
}

const takeOver = async () => hearLock(await holdScore(hearLock, true));

// Another page has taken the score, or given it up. It may have entered something: then all is read again, which takes as long as the engine
// takes to start.
async function hearLock(isMine) {
  engine.mayKeep = mine = isMine;
  if (isMine) {
    body.replaceChildren(el("p", { class: "waiting", role: "status" }, "A moment: the score is read as the other page has left it."));
    const ready = new Promise((done) => engine.addEventListener("state", () => engine.state === "ready" && done()));
    engine.cancelAll(true);
    await ready;
    draft = await readSetting("draft", NONE);
  }
  await refresh();
}

// null where there is no night.
const readScore = () => ask("score.state").catch((error) => (error.kind === "night" ? null : Promise.reject(error)));

async function refresh() {
  try {
    state = await readScore();
  } catch (error) {
    shown = "";
    return body.replaceChildren(error.kind === "store" ? lostPanel(error, mine ? null : takeOver, { refresh, forget }) : errorBox(error));
  }
  await showScore();
}

// Others write the same score. What comes while a request of this page is on its way waits: its answer says whose entry that is.
async function hearScore() {
  if (busy || engine.state === "failed") return;
  const before = state;
  await refresh();
  if (!before || !state || before.sequence === state.sequence) return;
  if (state.night !== before.night) say(`${state.title} has begun`);
  else if (state.hands.length > before.hands.length) say(`Round ${state.hands.length} is entered. ${comesNext()}`);
  else say(state.undone && state.undone.event !== before.undone?.event ? tookBack() : "The score has changed");
}

const comesNext = () => (state.over ? winnerWords(state) : `${state.dealer ?? ""} deals next.`);
const person = () => state.undone.who.replace(", at the table", "");
const tookBack = () => sentence(engine.live ? `${person()} took back ${state.undone.what}.` : `${state.undone.what} is taken back.`);

async function showScore(isOwn = false) {
  if (engine.live) mine = engine.mayWrite;
  const key = JSON.stringify([state?.night, state?.sequence, mine, engine.role, engine.closed]);
  if (key === shown && engine.live && !isOwn) return;
  shown = key;
  const mayChange = mine && (!engine.live || engine.role === "host");
  const tools = { change, correct, begin: showStart, refresh, forget, invite };
  if (place.offsetParent) setBar(state?.title ?? "Score", nightActions(state, mine, mayChange, tools)); // else another screen is shown
  if (mayChange && (!state || (wanted && wanted.name !== state.game))) return showStart();
  if (!isOwn) note();
  if (!engine.live && !mine) notes.replaceChildren(el("div", { class: "error" }, el("p", {}, "The score is open in another tab or window, and is written there. Here you can look at it."), button("Write it here", takeOver, "main")));
  if (!state) return body.replaceChildren(el("p", { class: "waiting" }, engine.live ? "The host hasn't begun a game yet. It will appear here automatically." : ""));
  reply = several = null;
  if (mine && !state.over) await showEntry();
  else draw();
}

const note = (...texts) => notes.replaceChildren(...texts.map((text) => el("p", { class: "note" }, text)));
const showWrong = (box, error) => { notes.replaceChildren(box); box.scrollIntoView({ block: "nearest" }); say(error.text); };

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

// ---- the screen

function draw() {
  const question = reply?.question;
  const begun = draft.answers.length > 0 || Boolean(draft.edit) || several !== null;
  const title = state.over ? winnerWords(state) : question?.title ?? (reply ? `Round ${reply.hand} is not saved yet.` : `Round ${state.next_hand}`);
  const looksOn = state.over || mine ? "" : engine.role === "writer" ? "You look on: only the host enters rounds." : "You look on. To enter rounds, scan the host's other code.";
  body.replaceChildren(...[
    state.undone && !begun ? undoneNote() : "", el("h2", { id: "asks", tabindex: "-1" }, title), tiles(question), ...state.problems.map((line) => el("p", { class: "error" }, line)),
    begun ? "" : el("div", { class: "quiet" }, state.explained.map((line) => el("p", {}, line)), looksOn), reply ? (question ? keys(question) : unsaved()) : "", begun ? "" : foot(),
  ]);
}

function undoneNote() {
  const seat = state.players.indexOf(person());
  const back = () => change({ ask: "score.undo", back: true, sequence: state.sequence }, "Put back");
  return el("div", { class: "undone" }, seat < 0 ? "" : seatToken(seat, "sly"), el("p", {}, tookBack()), mine ? button("Put it back", back, "main") : "");
}

// A tile for each player: token, name, who deals, total, and what is known of them. Where the answer is a player, tiles are buttons.
function tiles(question) {
  const may = question?.kind === "tile" ? question.choices.map((choice) => choice.value) : [];
  const isSeries = state.series && Object.values(state.totals).every((total) => total === null);
  const parts = state.players.map((name, seat) => {
    const [hasWon, isOut] = [state.winner, state.eliminated].map((names) => names?.includes(name));
    const mark = several?.includes(name) || isOut ? "out" : reply?.given?.[name];
    const mood = hasWon || (mark && !isOut && !/\d/.test(mark)) ? "laughing" : isOut ? "asleep" : "calm";
    const deals = name === state.dealer && !state.over ? " · deals" : "";
    const total = (isSeries ? state.wins : state.totals)[name] ?? "";
    const inside = [seatToken(seat, mood), el("span", { class: "who" }, el("b", { translate: "no", dir: "auto" }, name), deals, " "), el("span", { class: "total" }, String(total), mark ? el("small", {}, ` ${mark}`) : "")];
    const look = `tile${question?.seat === name ? " asked" : ""}${isOut ? " gone" : ""}`;
    if (!may.includes(name)) return el("div", { class: look }, inside);
    const isPicked = several?.includes(name);
    const pick = () => { several = isPicked ? several.filter((each) => each !== name) : [...several, name]; draw(); };
    return button(inside, several ? pick : () => give(question.many ? [name] : name), look, several ? { "aria-pressed": String(isPicked) } : {});
  });
  return el("div", { class: `tiles${parts.length > 6 ? " many" : ""}`, id: "totals", role: "group", "aria-labelledby": "asks" }, parts);
}

// The likely numbers, and what may be chosen beside the players; what takes more than a tap opens below.
function keys(question) {
  const { kind, choices = [], numbers = [], also = [], max = Infinity } = question;
  const field = el("div");
  const open = (node) => { field.replaceChildren(node); field.querySelector("input").focus(); };
  const words = [choices.filter(({ value }) => kind === "choice" || !state.players.includes(value)), ...also.map((way) => way.choices ?? [])].flat();
  const more = [];
  if (kind === "number" && max > (numbers.at(-1) ?? -1)) more.push(button(question.min < 0 || !numbers.length ? "Another number" : `More than ${numbers.at(-1)}`, () => open(numberForm(question)), "plain"));
  if (question.many) more.push(several ? button("They went out together", () => several.length && give(several), "main") : button("Several at once", () => { several = []; draw(); }, "plain"));
  for (const way of also) {
    if (way.kind === "cards") more.push(button("Count by photo", () => open(photographed(way)), "plain"));
    if (way.kind === "numbers") more.push(button(sentence(way.text), () => open(numberForm(way, way.names)), "plain"));
  }
  const group = { role: "group", "aria-labelledby": "asks" };
  const pad = el("div", { class: "pad", ...group }, numbers.map((number) => button(String(number), () => give(number), number === question.default ? "main" : "")));
  const ways = el("div", { class: `ways${words.length > 6 ? " many" : ""}`, ...group }, words.map(({ value, text }) => button(sentence(text), () => give(value))));
  return el("div", { id: "entry" }, numbers.length ? pad : "", words.length ? ways : "", field, el("div", { class: "row" }, more, wayBack()));
}

// The cards of photos, which are looked at before they count: a tap takes one away.
function photographed(way) {
  const codes = new Set();
  const list = el("div");
  const card = (code) => heldCard(code, `Take away ${cardName(code)}`, () => { codes.delete(code); show([]); });
  function show(more) {
    more.forEach((code) => codes.add(code));
    const count = codes.size === 1 ? "this card" : `these ${codes.size} cards`;
    list.replaceChildren(...(codes.size ? [el("span", { class: "faces" }, [...codes].map(card)), button(`Count ${count}`, () => give([...codes]), "main")] : []));
  }
  return el("div", {}, cameraButton(way.text, show, way.text), list);
}

// One number, or one for each name.
function numberForm(way, names = [way.seat]) {
  const inputs = names.map(() => el("input", { type: "number", step: "1", inputmode: way.min < 0 ? "text" : "numeric" }));
  const next = (event) => {
    event.preventDefault();
    const given = inputs.map(({ value }, index) => [names[index], Number(value)]);
    if (inputs.every(({ value }) => value)) give(way.names ? Object.fromEntries(given) : given[0][1]);
  };
  return el("form", { class: "names", onsubmit: next }, inputs.map((input, index) => labeled(names[index], input)), el("button", { class: "main" }, "Next"));
}

const wayBack = () => [draft.answers.length || several ? button("Back", () => answer(several ? draft.answers : draft.answers.slice(0, -1)), "plain") : "", draft.edit ? button("Leave it as it was", () => correct(null), "plain") : ""];

// The round as it will be entered, where it was not: it does not add up, or nobody has answered.
function unsaved() {
  const words = [reply.summary, ...reply.lines].filter(Boolean).map((line) => el("p", {}, line));
  const save = reply.discrepancies.length ? "" : button(`Save round ${draft.edit ?? reply.hand}`, () => enter(), "main");
  return el("div", { id: "entry" }, el("div", { class: "panel" }, words), save ? "" : doubts(reply.discrepancies), el("div", { class: "row" }, save, wayBack()));
}

function doubts(found) {
  const why = el("input", { type: "text", id: "why", autocomplete: "off" });
  return el("div", { class: "error" }, el("p", {}, "This does not add up:"), el("ul", {}, found.map((each) => el("li", {}, each.text ?? each))), labeled("If it is right anyway: why?", why), button("Save it anyway", () => enter({ force: true, note: why.value.trim() || "as it was at the table" }), "plain"));
}

function foot() {
  const isHost = mine && (!engine.live || engine.role === "host");
  const round = state.hands.length;
  const undo = mine && state.can_undo ? button(round ? `Take back round ${round}` : "Take it back", () => change({ ask: "score.undo", sequence: state.sequence }, "Taken back"), "plain") : "";
  const first = !isHost || engine.closed ? "" : state.over ? button("Another game", showStart, "main") : invite ? button("Bring the phones in", invite, "main") : "";
  const best = { few: "Few points are good.", many: "Many points are good." }[state.good_points] ?? (state.series ? "The numbers are games won." : "");
  return el("div", { class: "foot" }, el("div", { class: "row" }, first, undo), el("p", { class: "quiet" }, best));
}

// ---- one round, a question at a time

// At a live table an entry has an id, which comes back with what everybody may know: so a page knows its own, even where the answer was lost.
const newDraft = (edit = null) => ({ key: draftKey(edit), answers: [], edit, id: crypto.getRandomValues(new Uint32Array(2)).join("-") });
const draftKey = (edit) => `${state.night ?? 0} ${edit ?? state.next_hand}`;
const askFor = (answers) => (answers.length || draft.edit ? ask("score.ask", { answers, edit: draft.edit, night: state.night }) : { hand: state.next_hand, question: state.ask });

const forget = () => keepSetting("draft", (draft = NONE));

async function showEntry() {
  const turn = ++turns;
  if (!Number.isInteger(draft.edit) || !(draft.edit - 1 in state.hands)) draft = { ...draft, edit: null }; // damaged, or taken back
  if (draft.key !== draftKey(draft.edit)) {
    const left = draft;
    draft = newDraft();
    noteLeft(left);
  }
  try {
    const next = await askFor(draft.answers);
    if (turn !== turns) return; // somebody has entered something while this was asked
    reply = next;
    draw();
  } catch (error) {
    if (turn !== turns) return;
    if (isRefused(error) && draft.answers.length) {
      draft.answers = draft.answers.slice(0, -1);
      await showEntry();
      return notes.replaceChildren(errorBox(error));
    }
    draw();
    notes.replaceChildren(errorBox(error), button("Try again", () => { note(); return showEntry(); }, "plain"));
  }
}

// Says what has become of a round that was begun here when another one comes next now.
function noteLeft({ key, answers, id }) {
  const [night, round] = key.split(" ").map(Number);
  if (night !== state.night) return;
  if (id && engine.entries?.[round] === id) note(`Round ${round} is saved.`);
  else if (answers.length) note(round < state.next_hand ? `Round ${round} was entered by somebody else meanwhile. What you had begun is not entered.` : "The last round was taken back. What you had begun is not entered.");
}

// A tap on a tile, a number, or a word.
const give = (value) => (isTwice(JSON.stringify(value)) ? null : answer([...draft.answers, value]));

// An answer that cannot be leaves the question as it is, with what was typed. The last one saves the round.
async function answer(answers) {
  const own = draft;
  if (busy || asking) return;
  asking = true;
  try {
    const next = await askFor(answers);
    if (own !== draft) return; // another round comes next meanwhile
    [draft.answers, reply, several] = [answers, next, null];
    await keepSetting("draft", draft);
    note();
    if (next.ready && !next.discrepancies.length) return await enter();
    draw();
    $("#asks").focus({ preventScroll: true });
  } catch (error) {
    if (own !== draft) return;
    const box = errorBox(error);
    if (error.kind === "count") box.append(button("Keep it as it is", () => answer([...answers.slice(0, -1), { keep: answers.at(-1) }]), "plain"));
    showWrong(box, error);
  } finally {
    asking = false;
  }
}

async function correct(number) {
  await keepSetting("draft", (draft = newDraft(number)));
  note();
  await showEntry();
  $("#asks").focus();
}

const enter = (more = {}) => request(async () => {
  const { edit: number, answers, id } = draft;
  const entry = { night: state.night, answers, ...more };
  try {
    const saved = number ? await ask("score.edit", { ...entry, number }) : await ask("score.enter", { ...entry, hand: state.next_hand, ...(engine.live ? { id } : {}) });
    await forget();
    askToKeep();
    state = saved;
    const words = `Round ${number ?? saved.hands.length} is ${engine.kept ? "saved" : "entered, but kept only while this page is open"}. ${number ? changesOf(saved) : comesNext()}`;
    note(words);
    say(words);
    return saved;
  } catch (error) {
    const box = errorBox(error);
    draw();
    if (error.kind === "repeated") box.append(button("It is another round: enter it", () => enter({ ...more, another: true }), "plain"));
    else if (error.kind === "taken" && !engine.live) box.append(button("Look at the score", refresh, "plain"));
    else if (error.kind === "tally") box.append(doubts(error.discrepancies ?? []));
    showWrong(box, error);
    return null;
  }
});

const changesOf = ({ changes = [] }) => changes.map((line) => line.replaceAll("->", "→").replace(/\.?$/, ".")).join(" ");
const change = (asked, told) => request(async () => {
  const { value } = await askWithFiles({ night: state.night, ...asked });
  forget();
  const changes = asked.ask === "score.undo" ? "" : changesOf(value);
  say(changes || told);
  if (changes) note(changes);
  return value;
});

async function showStart() {
  const goOn = () => { wanted = null; return showScore(true); };
  const begun = async (value) => { state = value; await forget(); await goOn(); };
  body.replaceChildren(await startForm(wanted, state, begun), state ? button(`Go on with ${state.title}`, goOn, "plain") : "");
}
