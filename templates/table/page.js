// The table's page: how one gets in, the score as it happens, and which screen is shown.
import { $, button, errorBox, hideBar, say, sentence, showBar } from "./dom.js";
import { changeInk, loadFaces } from "./cards.js";
import { ask, call } from "./engine.js";
import { lend, readSetting } from "./store.js";
import { openJudge } from "./judge.js";
import { openRules } from "./rules.js";
import { showScore } from "./score.js";
import { showSeats } from "./seats.js";
import { openCount } from "./photos.js";

const SCREENS = { score: null, judge: ["#judging", openJudge], rules: ["#looking", openRules], seats: null };
const SILENCE_MS = 40_000; // the table says something every 15 seconds
const AGAIN_MS = 3_000;
const table = { me: null, state: null, seats: [], ended: false };
let stream = null;
let heard = 0;
let reached = null; // when the table was last reached, for people

// ---- getting in

// An invitation is behind # in the address. Once it is exchanged it is taken away from there.
let invitation = "";

async function enter() {
  const word = location.hash.slice(1);
  if (word && !(word.split("/")[0] in SCREENS)) invitation = word;
  if (invitation) {
    await call("join", { invitation }).catch((error) => {
      if (error.kind !== "stranger") throw error; // it may come through with the next try
    });
    if (word === invitation) history.replaceState(null, "", location.pathname);
    invitation = "";
  }
  table.me = await call("me");
}

async function begin() {
  try {
    await enter();
  } catch (error) {
    return shut(error);
  }
  listen();
}

const STRANGER = { text: "This phone is not at the table yet. Scan the code on the host's screen, or type the whole address, with the part behind #." };

// Not let in, or not reached: said on every screen.
function shut(error) {
  document.body.dataset.started = "no";
  become("failed", sentence(error.text));
  const isStranger = error.kind === "stranger";
  for (const place of document.querySelectorAll(".screen")) place.replaceChildren(errorBox(isStranger ? STRANGER : error), isStranger ? "" : button("Try again", begin, "main"));
}

// ---- the score as it happens

function listen() {
  stream?.close();
  heard = Date.now();
  const own = (stream = new EventSource("api/events"));
  own.onmessage = ({ data }) => own === stream && receive(JSON.parse(data));
  own.addEventListener("pulse", () => { heard = Date.now(); connected(); });
  own.addEventListener("end", end);
  own.onerror = () => {
    if (table.ended || own !== stream) return;
    away();
    if (own.readyState === EventSource.CLOSED) setTimeout(back, AGAIN_MS); // refused: the browser does not retry
  };
}

// After a refusal the page asks who it is: a seat may be gone, the evening over.
async function back() {
  if (table.ended) return;
  try {
    table.me = await call("me");
    listen();
  } catch (error) {
    if (error.kind === "stranger") return shut(error);
    setTimeout(back, AGAIN_MS);
  }
}

function watch() {
  if (!table.ended && stream && Math.abs(Date.now() - heard) > SILENCE_MS) { // also if a clock was set back
    away();
    listen();
  }
}

async function receive(message) {
  heard = Date.now();
  document.body.dataset.started = "yes";
  const seats = JSON.stringify(message.seats) !== JSON.stringify(table.seats);
  Object.assign(table, { state: message.score, seats: message.seats, entries: message.entries });
  if (seats) table.me = await call("me").catch(() => table.me);
  connected();
  if (message.problem) showBar("problem", message.problem);
  else hideBar("problem");
  if (table.state) lend(`house ${table.state.game}`, table.state.house ?? {});
  if (table.state) lend("game", table.state.game);
  showScore(table);
  showSeats(table);
  showScreen();
}

function connected() {
  reached = new Date();
  hideBar("away");
  become("ready", table.me?.role === "host" ? "You are the host." : table.me?.seat ? `You sit on ${table.me.seat}'s seat.` : "You read along.");
}

function away() {
  const since = reached ? ` What you see is from ${reached.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}.` : "";
  if (document.querySelector('[data-bar="away"]')) return;
  showBar("away", `The host's computer cannot be reached.${since} This page comes back by itself.`);
  become("starting", "The host's computer cannot be reached.");
  say("The host's computer cannot be reached.");
}

function end() {
  table.ended = true;
  stream?.close();
  hideBar("away");
  showBar("ended", "The host has closed the table. What you see is how it ended.");
  become("failed", "The table is closed.");
  say("The host has closed the table.");
  showScore(table);
  showSeats(table);
}

function become(state, text) {
  const place = $("#engine");
  if (place.dataset.state !== state) place.dataset.state = state;
  if (place.textContent !== text) place.textContent = text;
}

// ---- screens

const filled = new Set();

function showScreen(moved = false) {
  const [place] = location.hash.slice(1).split("/"); // `#rules/craziness/4b` is a rule
  const name = place in SCREENS ? place : "score";
  for (const screen of document.querySelectorAll("[data-screen]")) screen.hidden = screen.dataset.screen !== name;
  for (const link of document.querySelectorAll("nav a")) link.toggleAttribute("aria-current", link.hash === `#${name}`);
  document.title = `${$(`#title-${name}`).textContent} – Triple Topper`;
  if (moved) {
    scrollTo(0, 0);
    $(`#title-${name}`).focus({ preventScroll: true });
  }
  if (table.me && SCREENS[name] && !filled.has(name)) fill(name);
}

async function fill(name) {
  filled.add(name);
  const [place, open] = SCREENS[name];
  try {
    await open();
  } catch (error) {
    filled.delete(name);
    $(place).replaceChildren(errorBox(error));
  }
}

$("#counting").addEventListener("toggle", openCount, { once: true });
$("#ink").addEventListener("change", ({ target }) => changeInk(target.checked ? "low" : "color"));
addEventListener("hashchange", () => showScreen(true));
addEventListener("online", watch);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && stream && Date.now() - heard > AGAIN_MS && listen());
setInterval(watch, 5_000);
showScreen();
begin();
readSetting("ink").then((ink) => ink === "low" && loadFaces());
globalThis.tripleTopper = { ask, call, table }; // for those who look under the hood, and for the tests
