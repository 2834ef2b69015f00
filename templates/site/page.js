// The page: its screens, and how it starts.
import { $, el, saveReady, sentence } from "./dom.js";
import { engine } from "./engine.js";
import { changeInk, drawing, loadPictures, openCount } from "./cards.js";
import { knownGames } from "./fields.js";
import { openScreen, setBar, showScreen, startFrame } from "./frame.js";
import { openAsk, openRules } from "./ask.js";
import { choosePaper, openPrint } from "./print.js";
import { openDeal } from "./deal.js";
import { openScore } from "./score.js";
import { openPlay } from "./play.js";

// The first screen: a cover for each game.
const many = ([least, most]) => (most === null ? `${least}+` : least === most ? String(least) : `${least}–${most}`);

async function openHome() {
  const games = (await knownGames()).filter((game) => game.layout);
  const learn = $("#learn").hash.split("/")[1];
  games.sort((one, other) => (other.name === learn) - (one.name === learn));
  $("#covers").replaceChildren(...games.map((game) => el("a", { class: "cover", href: `#play/${game.name}` },
    drawing(`cover ${game.scene}`, "scene"),
    el("b", { translate: "no" }, game.title), el("span", {}, `${many(game.players)} players`), el("span", {}, game.verb ? sentence(game.verb) : ""))));
}

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
  const starting = Object.assign(engine, made).start();
  loadPictures();
  await showScreen();
  await starting;
}
