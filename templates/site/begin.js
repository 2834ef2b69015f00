// A new night: the game, who plays, house rules. `begun` gets the state of the night that was begun.
import { el, button, errorBox, say } from "./dom.js";
import { ask } from "./engine.js";
import { keepSetting } from "./store.js";
import { makeForm } from "./fields.js";
import { gameChips, houseRules } from "./judge.js";

const POINTS = { name: "points", title: "Another game, by points", house: [] };

export function startForm(names, begun) {
  const place = el("div");
  const body = el("div");
  const points = ask("score.fields", { game: POINTS.name }).then(() => [POINTS], () => []);
  points.then((more) => gameChips("score-game", (game) => showStartFields(game, body, names, begun), more)).then((chips) => place.replaceChildren(chips, body), (error) => place.replaceChildren(errorBox(error)));
  return place;
}

async function showStartFields(game, place, names, begun) {
  const { fields } = await ask("score.fields", { game: game.name });
  const usual = fields.filter((field) => !["game", "house"].includes(field.name)).map((field) => (field.name === "players" ? { ...field, choices: null } : field));
  const first = usual.filter((field) => field.needed || field.kind === "names");
  const others = usual.filter((field) => !first.includes(field));
  const form = makeForm(first.map((field) => (field.kind === "names" ? { ...field, default: names.length ? names : field.default } : field)));
  const more = makeForm(others);
  const house = await houseRules(game);
  const result = el("div");
  const start = async () => {
    const asked = { ...form.values(), ...more.values() };
    try {
      const state = await ask("score.start", { game: game.name, ...asked, ...(game.house?.length ? { house: house.value() } : {}) });
      keepSetting("players", asked.players ?? []);
      await begun(state);
      say(`${state.title ?? game.title} has begun`);
    } catch (error) {
      result.replaceChildren(errorBox(error));
      say(error.text);
    }
  };
  place.replaceChildren(...[form.node, house.node, others.length ? el("details", {}, el("summary", {}, "More choices"), more.node) : null, el("div", { class: "row" }, button("Begin", start, "main")), result].filter(Boolean));
}
