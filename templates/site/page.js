// The page itself: which screen is shown, and how the engine is.
import { $, errorBox, saveReady, say } from "./dom.js";
import { changeInk, loadFaces } from "./cards.js";
import { ask, askWithFiles, engine, memory, onEngine, startEngine } from "./engine.js";
import { keepSite } from "./store.js";
import { choosePaper, openPrint } from "./print.js";
import { openJudge } from "./judge.js";
import { openRules } from "./rules.js";
import { openPractice } from "./practice.js";
import { openDeal } from "./deal.js";
import { openScore } from "./score.js";
import { openCount } from "./photos.js";

const SCREENS = { print: ["#make", openPrint], judge: ["#judging", openJudge], rules: ["#looking", openRules], practice: ["#practicing", openPractice], deal: ["#dealing", openDeal], score: ["#scoring", openScore] };

function showScreen(moved = false) {
  const [place] = location.hash.slice(1).split("/");
  const name = place in SCREENS ? place : document.getElementById(place)?.closest("[data-screen]")?.dataset.screen ?? "print";
  for (const screen of document.querySelectorAll("[data-screen]")) screen.hidden = screen.dataset.screen !== name;
  for (const link of document.querySelectorAll("nav a")) link.toggleAttribute("aria-current", link.hash === `#${name}`);
  document.title = `${document.getElementById(`title-${name}`).textContent} – Triple Topper`;
  if (moved && place in SCREENS) {
    scrollTo(0, 0);
    document.getElementById(`title-${name}`).focus({ preventScroll: true });
  } else if (place) document.getElementById(place)?.scrollIntoView();
  fillScreen(name);
}

const filled = new Set();

async function fillScreen(name) {
  if (engine.state !== "ready") return;
  const [place, fill] = SCREENS[name];
  if (filled.has(name)) return;
  filled.add(name);
  try {
    await fill();
  } catch (error) {
    filled.delete(name);
    $(place).replaceChildren(errorBox(error));
  }
}

const WORDS = {
  starting: "The engine is starting. What is ready to print is ready now.",
  ready: "All is ready.",
  failed: "The engine does not run here. Everything under “Ready to print” still works. For the rest, use a newer browser.",
};

onEngine(({ state, reason }) => {
  const place = $("#engine");
  place.dataset.state = state;
  place.textContent = document.body.dataset.offline === "yes" && state === "ready" ? "Everything is ready, even offline." : WORDS[state];
  if (state === "failed") {
    for (const [target] of Object.values(SCREENS)) $(target).replaceChildren(errorBox({ text: WORDS.failed }), errorBox({ text: reason }));
    say(WORDS.failed);
  }
  if (state === "ready") {
    performance.mark("engine-ready");
    showScreen();
  }
});

$("#counting").addEventListener("toggle", openCount, { once: true });
$("#ink").addEventListener("change", ({ target }) => changeInk(target.checked ? "low" : "color"));
addEventListener("click", saveReady);
addEventListener("hashchange", () => showScreen(true));
showScreen();
choosePaper();
startEngine();
loadFaces();
addEventListener("load", () => setTimeout(keepSite, 0));
if (document.readyState === "complete") keepSite();
globalThis.tripleTopper = { ask, makeHere: askWithFiles, engine, memory }; // for those who look under the hood, and for the tests
