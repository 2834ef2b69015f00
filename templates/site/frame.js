// The frame: the bar, the tabs of a game, and the screen that the address names, such as #play/GAME or #rules/GAME/4b.
import { $, button, el, errorBox, say } from "./dom.js";
import { engine } from "./engine.js";
import { knownGames } from "./fields.js";

const screens = new Map();
const stale = new Set(); // screens that are made again the next time that they are shown
let filled = ""; // the address of what is on the screen, once it is filled
let first = "home";
let isWaiting = true; // for the engine, before this screen can be filled

// `fill(place, game, rest)` makes a screen: the game and what follows it are those of the address. `more` says its `title` without a game,
// whether it `needsGame`, what lies `above` it, and which `tab` it belongs to; `isReady` says that it needs no engine.
export const openScreen = (name, fill, more = {}) => screens.set(name, { fill, title: "", tab: name, ...more });

// The next time that you open these screens, they are made from what is new.
export const remake = (...names) => names.forEach((name) => stale.add(name));

// The title, and what lies behind the three dots: [text, what it does].
export function setBar(title, actions = []) {
  $("#title").textContent = title;
  document.title = title === "Triple Topper" ? title : `${title} – Triple Topper`;
  $("#more").hidden = !actions.length;
  $("#more").onclick = () => showSheet(title, ...actions.map(([text, run]) => sheetButton(text, run)));
}
export const goTo = (screen, game) => () => { location.hash = `${screen}/${game.name}`; };
export const setGameBar = (game, ...own) => setBar(game.title, [["How to play", goTo("rules", game)], ...own, ["Keep score at a real table", goTo("score", game)], ["Deal for us", goTo("deal", game)]]);

// A sheet above the screen, and a button in it, which closes it first.
export function showSheet(title, ...nodes) {
  const sheet = $("#sheet");
  sheet.replaceChildren(el("h2", { id: "sheet-title", tabindex: "-1" }, title), ...nodes, sheetButton("Close", () => {}, "plain"));
  if (!sheet.open) sheet.showModal();
  $("h2", sheet).focus();
}
export const sheetButton = (text, run, kind = "wide", more = {}) => button(text, () => { $("#sheet").close(); return run(); }, kind, more);

function address() {
  try {
    const [name = "", game = "", ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
    return { name: name || first, game, rest: rest.join("/") };
  } catch {
    return { name: "home", game: "", rest: "" }; // a stray %
  }
}

export async function showScreen(isMoved = false) {
  let { name, game: wanted, rest } = address();
  const games = await knownGames();
  const game = games.find((each) => each.name === wanted) ?? null;
  if (!screens.has(name) || (screens.get(name).needsGame && !game)) name = "home";
  const screen = screens.get(name);
  const key = [name, game?.name ?? "", rest].join("/");
  document.body.dataset.at = name;
  $("#sheet").close();
  showTabs(screen, game);
  const parent = screen.above && game ? `#${screen.above}/${game.name}` : "#home";
  Object.assign($("#back"), { href: parent, ariaLabel: parent === "#home" ? "All games" : "Back", hidden: false });
  let filling = null;
  if (stale.delete(name) || key !== filled) {
    filled = key;
    setBar(screen.title || game?.title || "Triple Topper");
    filling = fillScreen(screen, game, rest, name);
  }
  if (isMoved) {
    $("#main").scrollTo(0, 0);
    $("#title").focus({ preventScroll: true });
  }
  await filling;
}

function showTabs(screen, game) {
  $("#tabs").hidden = !game;
  for (const tab of document.querySelectorAll("#tabs a")) {
    tab.href = `#${tab.dataset.tab}/${game?.name ?? ""}`;
    tab.ariaCurrent = tab.dataset.tab === screen.tab ? "page" : null;
  }
}

async function fillScreen(screen, game, rest, name) {
  for (const each of document.querySelectorAll("[data-screen]")) each.hidden = each.dataset.screen !== name;
  const own = document.querySelector(`[data-screen="${name}"]`);
  $("#screen").hidden = Boolean(own);
  const place = own ?? el("div", { class: `screen ${name}` });
  if (!own) $("#screen").replaceChildren(place);
  isWaiting = !screen.isReady && engine.state !== "ready";
  if (isWaiting) return showWaiting(own ? $(".screen", own) : place);
  try {
    await screen.fill(place, game, rest);
  } catch (error) {
    filled = "";
    (own ? $(".screen", own) ?? $("#bars") : place).replaceChildren(errorBox(error));
  }
}

const failures = () => [engine.text, engine.reason].filter(Boolean).map((text) => errorBox({ text }));

function showWaiting(place) {
  if (engine.state === "failed") place.replaceChildren(...failures(), engine.mayTryAgain ? button("Try again", () => engine.start(), "main") : "");
  else place.replaceChildren(el("p", { class: "waiting idle" }, engine.live ? "Loading …" : "Waking up …"));
}

function showEngine() {
  const { state, text } = engine;
  const place = $("#engine");
  if (place.dataset.state !== state) place.dataset.state = state;
  if (place.textContent !== text) place.textContent = text;
  if (state === "failed") say(text);
  if (state !== "ready" && state !== "failed") return;
  const screen = screens.get(document.body.dataset.at);
  if (!screen || (state === "ready" && (screen.isReady || !isWaiting))) return; // an engine that was away has forgotten nothing
  filled = "";
  showScreen();
}

export function startFrame(home) {
  first = home;
  engine.addEventListener("state", showEngine);
  addEventListener("hashchange", () => showScreen(true));
}
