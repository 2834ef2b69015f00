// A new night: who plays what. `begun` gets the state of the night that was begun.
import { attempt, button, el, newId, say } from "./dom.js";
import { ask } from "./engine.js";
import { seatToken } from "./cards.js";
import { keepSetting, readSetting } from "./store.js";
import { makeForm } from "./fields.js";
import { houseRules, knownGames } from "./games.js";

const POINTS = { name: "points", title: "Another game, by points", house: [] };
const MOST = 12;

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
  const field = fields.find((each) => each.name === "players");
  const [low, high] = [field.min ?? 2, Math.min(field.max ?? MOST, MOST)];
  const kept = (await readSetting("players", [])).filter((name) => typeof name === "string");
  const names = (kept.length ? kept : field.default ?? []).slice(0, high);
  while (names.length < low) names.push("");
  const [seats, known, result] = [el("div", { class: "tiles named" }), el("div", { class: "row known" }), el("div", { role: "alert" })];
  const more = makeForm(fields.filter((each) => !["game", "players", "house"].includes(each.name)));
  const house = await houseRules(game);
  const said = () => names.map((name) => name.trim()).filter(Boolean);
  const set = (seat, gone, ...name) => { names.splice(seat, gone, ...name); show(); };
  function show() {
    const free = names.includes("") ? names.indexOf("") : names.length;
    seats.replaceChildren(...names.map((name, seat) => {
      const input = el("input", { type: "text", value: name, maxLength: 60, id: newId("seat"), autocomplete: "off", autocapitalize: "words", "aria-label": `Player ${seat + 1}`, placeholder: `Player ${seat + 1}`, oninput: () => (names[seat] = input.value) });
      return el("div", { class: "tile" }, seatToken(seat, "calm"), input, names.length > low ? button("×", () => set(seat, 1), "plain", { "aria-label": `Without ${name || `player ${seat + 1}`}` }) : "");
    }));
    const others = free < high ? (field.choices ?? []).map(({ value }) => value).filter((name) => !said().includes(name)) : [];
    known.replaceChildren(...others.slice(0, MOST).map((name) => button(name, () => set(free, 1, name), "plain", { "aria-label": `${name} plays` })), names.length < high ? button("One more player", () => { set(names.length, 0, ""); seats.querySelector(".tile:last-child input").focus(); }, "plain") : "");
  }
  const start = () => attempt(result, async () => {
    const state = await ask("score.start", { ...more.values(), game: game.name, players: said(), ...(game.house?.length ? { house: house.value() } : {}) });
    keepSetting("players", said());
    await begun(state);
    say(`${state.title} has begun`);
  });
  show();
  place.replaceChildren(el("h2", {}, `${game.title}: who plays?`), seats, known, result, el("div", { class: "row" }, button("Begin", start, "main"), button("Another game", choice, "plain")), house.node, el("details", {}, el("summary", {}, "Who deals first, and tied places"), more.node));
}
