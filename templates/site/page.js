// The page: its screens, and how it starts.
import { $, saveReady } from "./dom.js";
import { changeInk, loadPictures } from "./cards.js";
import { startEngine } from "./engine.js";
import { openScreen, setBar, showScreen, startFrame } from "./frame.js";
import { openAsk } from "./ask.js";
import { openDeal } from "./deal.js";
import { openHome } from "./home.js";
import { openCount } from "./photos.js";
import { openPlay } from "./play.js";
import { choosePaper, openPrint } from "./print.js";
import { openRules } from "./rules.js";
import { openScore } from "./score.js";

openScreen("home", openHome, { isReady: true });
openScreen("play", openPlay, { needsGame: true });
openScreen("ask", openAsk, { needsGame: true });
openScreen("rules", openRules, { needsGame: true, tab: "ask", above: "ask" });
openScreen("print", openPrint, { title: "Print" });
openScreen("score", openScore, { title: "Score", tab: "play", above: "play" });
openScreen("deal", openDeal, { title: "Deal", tab: "play", above: "play" });
openScreen("lost", openCount, { title: "Which card is lost?" });

// `home` is the screen of an address that names none.
export async function startPage(made, home) {
  startFrame(home);
  $("#ink").addEventListener("change", ({ target }) => changeInk(target.checked ? "low" : "color"));
  addEventListener("click", saveReady);
  setBar("Triple Topper");
  choosePaper();
  const starting = startEngine(made);
  loadPictures();
  await showScreen();
  await starting;
}
