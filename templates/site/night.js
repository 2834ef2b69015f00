// What you do with a night beside entering rounds: begin it, and in sheets behind the three dots corrections, who comes and goes, statistics, files.
import { attempt, button, download, el, labeled, say, sentence } from "./dom.js";
import { ask, askWithFiles, engine } from "./engine.js";
import { houseRules, keptNames, knownGames, makeForm } from "./fields.js";
import { sheetButton, showSheet } from "./frame.js";
import { keepSetting } from "./store.js";

export const winnerWords = (state) => (state.winner?.length ? `${new Intl.ListFormat("en").format(state.winner)} ${state.winner.length > 1 ? "win" : "wins"}!` : "The game is over.");

// `mayWrite`: rounds; `mayChange`: everything else. `tools` are the screen's: change, correct, begin, refresh, forget.
export function nightActions(state, mayWrite, mayChange, tools) {
  const sheet = (title, fill) => {
    const place = el("div", {}, el("p", { class: "waiting" }, "A moment."));
    showSheet(title, place);
    return attempt(place, async () => place.replaceChildren(...(await fill(place))));
  };
  const all = [
    [state, "The rounds so far", () => sheet("The rounds so far", () => rounds(state, mayWrite, mayChange, tools))],
    [mayWrite && state?.pointers, "Pointers", () => sheet("Pointers", () => pointers(state, tools))],
    [mayWrite && state, "A note", () => sheet("A note", () => [wordField("Note", "Keep it", (text) => tools.change({ ask: "score.note", text }, "Noted"))])],
    [mayChange && state, "Who comes, who goes", () => sheet("Who comes, who goes", () => comesAndGoes(state, tools))],
    [mayChange && state?.can_finish, "The game ends here", () => tools.change({ ask: "score.finish" }, "The game is over")],
    [mayChange && state, "Another game", tools.begin],
    [mayChange && state, "Game nights and statistics", () => sheet("Game nights and statistics", (place) => nights(state, tools, place))],
    [tools.invite, "Who is here", tools.invite],
    [mayChange && !engine.live, "The file of your game nights", () => sheet("The file of your game nights", () => [filePart(tools)])],
  ];
  return all.filter(([may]) => may).map(([, ...action]) => action);
}

// A word or a sentence, and what is done with it.
function wordField(text, words, run) {
  const input = el("input", { type: "text", autocomplete: "off" });
  const keep = sheetButton(words, () => run(input.value.trim()), "main", { disabled: true });
  input.oninput = () => { keep.disabled = !input.value.trim(); };
  return el("div", {}, labeled(text, input), keep);
}

async function rounds(state, mayWrite, mayChange, tools) {
  const { log } = mayWrite ? await ask("score.log", { night: state.night }) : { log: [] };
  const act = (words, round, run) => sheetButton(words, run, "plain", { "aria-label": `${words} round ${round}` });
  const rows = state.hands.map(({ described }, index) => {
    const round = index + 1;
    return el("li", {}, `${round}. ${described}`, el("div", { class: "row" }, mayWrite ? act("Correct", round, () => tools.correct(round)) : "", mayChange ? act("Take out", round, () => tools.change({ ask: "score.remove", number: round }, `Round ${round} is taken out`)) : ""));
  });
  const record = log.map((row) => el("li", {}, engine.live ? `${row.text} (${row.who})` : row.text));
  const entered = el("details", {}, el("summary", {}, "What was entered, and who entered it"), el("ol", {}, record));
  return [rows.length ? el("ul", { class: "rounds" }, rows) : el("p", {}, "No rounds yet."), ...state.lines.map((line) => el("p", { class: "quiet" }, line)), mayWrite ? entered : ""];
}

const pointers = (state, tools) => [el("div", { class: "row" }, Object.entries(state.pointers.pointers).map(([variable, value]) => sheetButton(`${sentence(variable)}: ${value}`, () => tools.change({ ask: "score.move", variable }, "Moved"), "plain", { "aria-label": `Move the ${variable} pointer on from ${value}` })))];

function comesAndGoes(state, tools) {
  const leave = (name) => sheetButton(`${name} leaves`, () => tools.change({ ask: "score.leave", name }, `${name} has left`), "plain");
  return [wordField("Who comes", "Joins the table", (name) => tools.change({ ask: "score.join", name }, `${name} is in`)), el("div", { class: "row" }, state.players.map(leave))];
}

// All nights together, this one to send to friends, and the earlier ones.
async function nights(state, tools, place) {
  const [{ lines, players }, { nights: kept, current }] = [await ask("score.stats"), await ask("score.nights")];
  const row = (cells, tag) => el("tr", {}, cells.map((cell) => el(tag, {}, String(cell))));
  const body = players.map((each) => row([each.name, each.title, each.games, each.wins, each.average?.toFixed(1) ?? ""], "td"));
  const table = el("table", {}, el("thead", {}, row(["Player", "Game", "Games", "Wins", "Points a round"], "th")), el("tbody", {}, body));
  const others = kept.filter((night) => night.night !== current && !night.dropped);
  const goOn = ({ night }) => sheetButton("Go on with it", () => tools.change({ ask: "score.resume", night }, "Open again"), "plain");
  return [
    button("Share this game night", () => attempt(place, () => share(state, place)), "main"), ...lines.map((line) => el("p", {}, line)), el("div", { class: "more", tabindex: "0", role: "region", "aria-label": "Statistics" }, table),
    el("h3", {}, "Earlier game nights"), others.length ? el("ul", { class: "rounds" }, others.map((night) => el("li", {}, `${night.title}, ${night.players.join(", ")}, ${night.at.slice(0, 10)} `, goOn(night)))) : el("p", {}, "There is no other game night."),
  ];
}

// By the device's own menu where there is one; else the text is copied.
async function share(state, place) {
  const { files } = await askWithFiles({ ask: "score.export", night: state.night, text: true, svg: true });
  const file = (end) => Object.entries(files).find(([name]) => name.endsWith(end))[1];
  const text = new TextDecoder().decode(file(".txt"));
  const picture = await asPng(new Blob([file(".svg")], { type: "image/svg+xml" }));
  const whole = { text, files: [picture] };
  const isShared = navigator.canShare?.(whole) && (await navigator.share(whole).then(() => true, (error) => error.name === "AbortError"));
  if (isShared) return;
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(() => false);
  place.prepend(el("p", { class: "note" }, isCopied ? "The result is copied: paste it into a message. " : text, download("result.png", new Uint8Array(await picture.arrayBuffer()), "image/png")));
  if (isCopied) say("Copied");
}

async function asPng(svg) {
  const image = Object.assign(new Image(), { src: URL.createObjectURL(svg) });
  await image.decode();
  const canvas = el("canvas", { width: 1080, height: Math.round((1080 * image.naturalHeight) / image.naturalWidth) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((blob) => done(new File([blob], "result.png", { type: "image/png" })), "image/png"));
}

function filePart({ forget, refresh }) {
  const place = el("div", { class: "row" });
  const save = () => attempt(place, async () => {
    const { files } = await askWithFiles({ ask: "score.save" });
    place.replaceChildren(...Object.entries(files).map(([name, bytes]) => download(name, bytes, "application/vnd.sqlite3")));
  });
  const open = (file) => attempt(place, async () => {
    const nightsFile = { nights: new Uint8Array(await file.arrayBuffer()) };
    const { value } = await askWithFiles({ ask: "score.open" }, nightsFile);
    const go = () => attempt(place, async () => {
      await askWithFiles({ ask: "score.open", replace: true, force: value.lost > 0 }, nightsFile);
      await forget();
      await refresh();
      place.replaceChildren(el("p", {}, "The file is open."));
    });
    const count = value.nights?.length ?? 0;
    place.replaceChildren(el("p", {}, `${file.name}: ${count} ${count === 1 ? "game night" : "game nights"}. ${value.compared}`), button("Replace what is here", go, "main"));
  });
  const brought = el("input", { type: "file", accept: ".sqlite,.db,application/vnd.sqlite3", onchange: () => brought.files[0] && open(brought.files[0]) });
  return el("div", {}, el("p", {}, "It is the same file that tt-print score uses on a computer. Some browsers throw away what a page keeps after a week without a visit: save it when the game night is over."), button("Save the game nights as a file", save, "plain"), labeled("Open a file", brought), place);
}

// The nights cannot be read: what is there, and every way on. Nothing is thrown away by any of them.
export function lostPanel(error, takeOver, tools) {
  const held = `${error.nights} ${error.nights === 1 ? "game night" : "game nights"}${error.until ? `, up to ${error.until}` : ""}`;
  const facts = [
    error.file ? `The game nights on this device can’t be read. Their file is ${error.file}.` : "The file of your game nights and its copy have different entries.",
    error.copy ? `The copy is ${error.copy}.` : `The copy holds ${held}.`,
    "Nothing was changed, and nothing is thrown away: what gives way is kept on this device.",
  ];
  const words = { copy: "Go on with the copy", file: "Go on with the file as it is", neither: "Start over" };
  const result = el("div");
  const take = (way) => button(words[way], () => attempt(result, () => ask("score.restore", { take: way }).then(tools.refresh)), "main");
  const ways = takeOver ? [button("Write it here", takeOver, "main")] : error.ways.map(take);
  return el("div", { class: "error", role: "alert" }, facts.map((fact) => el("p", {}, fact)), el("div", { class: "row" }, ways), result, el("details", {}, el("summary", {}, "The file of your game nights"), filePart(tools)));
}

// ---- a new night: who plays what. `begun` gets the state of the night that was begun.

const POINTS = { name: "points", title: "Another game, by points", house: [] };

// With the game of the address, or of `last` time; else one is chosen first.
export async function startForm(game, last, begun) {
  const place = el("div", { class: "score" });
  const all = [...(await knownGames()), POINTS];
  const choose = (one) => showPlayers(one, place, begun, choice);
  const choice = () => place.replaceChildren(el("h2", {}, "Which game?"), el("div", { class: "ways" }, all.map((one) => button(one.title, () => choose(one)))));
  const known = all.find((one) => one.name === (game ?? last)?.[game ? "name" : "game"]);
  await (known ? choose(known) : choice());
  return place;
}

async function showPlayers(game, place, begun, choice) {
  const { fields } = await ask("score.fields", { game: game.name });
  const kept = await keptNames();
  const players = makeForm(fields.filter(({ name }) => name === "players").map((field) => ({ ...field, max: field.max ?? 12, default: kept.length ? kept : field.default })));
  const more = makeForm(fields.filter(({ name }) => !["game", "players", "house"].includes(name)));
  const house = await houseRules(game);
  const result = el("div", { role: "alert" });
  const start = () => attempt(result, async () => {
    const { players: names = [] } = players.values();
    const state = await ask("score.start", { ...more.values(), game: game.name, players: names, ...(game.house.length ? { house: house.value() } : {}) });
    keepSetting("players", names);
    await begun(state);
    say(`${state.title} has begun`);
  });
  place.replaceChildren(el("h2", {}, `${game.title}: who is playing?`), players.node, result, el("div", { class: "row" }, button("Begin", start, "main"), button("Another game", choice, "plain")), house.node, el("details", {}, el("summary", {}, "Who deals first, and tied places"), more.node));
}
