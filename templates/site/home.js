// The first screen: a cover for each game.
import { $, el, sentence } from "./dom.js";
import { drawing } from "./cards.js";
import { knownGames } from "./games.js";

const many = ([least, most]) => (most === null ? `${least}+` : least === most ? String(least) : `${least}–${most}`);

export async function openHome() {
  const games = (await knownGames()).filter((game) => game.layout);
  const learn = $("#learn").hash.split("/")[1];
  games.sort((one, other) => (other.name === learn) - (one.name === learn));
  $("#covers").replaceChildren(...games.map((game) => el("a", { class: "cover", href: `#play/${game.name}` },
    drawing(`cover ${game.scene}`, "scene"),
    el("b", { translate: "no" }, game.title), el("span", {}, `${many(game.players)} players`), el("span", {}, game.verb ? sentence(game.verb) : ""))));
}
