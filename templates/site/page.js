// The page: which screen is shown, and how the engine is.
import { $, button, errorBox, saveReady, say } from "./dom.js";
import { changeInk, loadFaces } from "./cards.js";
import { engine, onEngine, startEngine, tryAgain } from "./engine.js";
import { choosePaper, openPrint } from "./print.js";
import { openJudge } from "./judge.js";
import { openRules } from "./rules.js";
import { openPractice } from "./practice.js";
import { openDeal } from "./deal.js";
import { openScore } from "./score.js";
import { openCount } from "./photos.js";

const screens = { print: ["#make", openPrint], judge: ["#judging", openJudge], rules: ["#looking", openRules], practice: ["#practicing", openPractice], deal: ["#dealing", openDeal], score: ["#scoring", openScore] };
const filled = new Set();
const stale = new Set();
let home = "";
let current = "";

function showScreen(moved = false) {
  const [place] = location.hash.slice(1).split("/");
  const name = place in screens ? place : document.getElementById(place)?.closest("[data-screen]")?.dataset.screen ?? home;
  current = name;
  if (moved && stale.delete(name)) filled.delete(name);
  for (const screen of document.querySelectorAll("[data-screen]")) screen.hidden = screen.dataset.screen !== name;
  for (const link of document.querySelectorAll("nav a")) link.toggleAttribute("aria-current", link.hash === `#${name}`);
  document.title = `${document.getElementById(`title-${name}`).textContent} – Triple Topper`;
  if (moved && place in screens) {
    scrollTo(0, 0);
    document.getElementById(`title-${name}`).focus({ preventScroll: true });
  } else if (place) document.getElementById(place)?.scrollIntoView();
  fillScreen(name);
}

async function fillScreen(name) {
  if (engine.state !== "ready" || filled.has(name)) return;
  const [place, fill] = screens[name];
  filled.add(name);
  try {
    await fill();
  } catch (error) {
    filled.delete(name);
    $(place).replaceChildren(errorBox(error));
  }
}

// The next time that you open these screens, they are made from what is new.
export const forget = (...names) => names.forEach((name) => stale.add(name));

function showEngine({ state, text, reason }) {
  const place = $("#engine");
  if (place.dataset.state !== state) place.dataset.state = state;
  if (place.textContent !== text) place.textContent = text;
  if (state === "failed") {
    filled.clear();
    const boxes = () => [text, reason].filter(Boolean).map((each) => errorBox({ text: each }));
    for (const [target] of Object.values(screens)) $(target).replaceChildren(...boxes(), engine.mayTryAgain ? button("Try again", tryAgain, "main") : "");
    say(text);
  }
  if (state === "ready") {
    performance.mark("engine-ready");
    fillScreen(current);
  }
}

// `more` are screens that only this page has.
export function startPage(made, first, more = {}) {
  home = first;
  Object.assign(screens, more);
  onEngine(showEngine);
  $("#counting").addEventListener("toggle", openCount, { once: true });
  $("#ink").addEventListener("change", ({ target }) => changeInk(target.checked ? "low" : "color"));
  addEventListener("click", saveReady);
  addEventListener("hashchange", () => showScreen(true));
  showScreen();
  choosePaper();
  startEngine(made);
  loadFaces();
}
