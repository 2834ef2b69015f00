// Deal: who deals, how many, who starts; a code that repeats it; chits and pointers.
import { attempt, button, el, labeled, say, sentence } from "./dom.js";
import { ask } from "./engine.js";
import { houseRules, keptNames, knownGames, makeForm } from "./fields.js";
import { faces } from "./cards.js";
import { keepSetting } from "./store.js";

export async function openDeal(place, game) {
  if (!game) return place.replaceChildren(el("h2", {}, "Which game?"), el("ul", { class: "files" }, (await knownGames()).map(({ name, title }) => el("li", {}, el("a", { class: "file", href: `#deal/${name}` }, title)))));
  const { fields } = await ask("deal.fields", { game: game.name });
  const names = await keptNames();
  const form = makeForm(fields.map((field) => (field.kind === "names" ? { ...field, default: names } : field)));
  const house = await houseRules(game);
  const result = el("div", { class: "result" });
  const players = form.made.find((each) => each.name === "players");
  const deal = (more = {}) => attempt(result, async () => {
    const asked = { game: game.name, players: players.count(), ...form.values(), house: house.value(), ...more }; // without names so many as there is room for
    if (Array.isArray(asked.players)) keepSetting("players", asked.players);
    showDeal(result, await ask("deal", asked), deal);
  });
  const code = el("input", { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: false });
  const repeat = el("details", {}, el("summary", {}, "Repeat a deal by its code"), labeled("Code", code), button("Repeat it", () => deal({ code: code.value.trim() }), "plain"));
  place.replaceChildren(form.node, house.node, el("div", { class: "row" }, button("Deal", () => deal(), "main")), result, game.pointers ? pointersPart(form, house) : "", repeat);
}

// The cards that nobody may see yet are under a fold of their own, not under the hands.
const HIDDEN = { aside: "Cards set aside", draw: "The draw pile, from its bottom" };

function showDeal(place, deal, again) {
  const rows = (deal.rows ?? []).map(([label, text]) => el("tr", {}, el("th", { scope: "row" }, label), el("td", {}, text)));
  const shown = deal.hands ? Object.entries(deal.hands) : [];
  const hands = shown.map(([name, cards]) => el("details", { class: "hand" }, el("summary", {}, `${name}: ${cards.length} cards`), faces(cards, "small")));
  const piles = (names) => names.filter((name) => Array.isArray(deal[name]) && deal[name].length);
  const open = piles(["up", "center", "table"]).map((name) => el("div", {}, el("h3", {}, sentence(name)), faces(deal[name], "small")));
  const hidden = piles(Object.keys(HIDDEN)).map((name) => el("details", {}, el("summary", {}, `${HIDDEN[name]}: ${deal[name].length} cards. Look after the game.`), faces(deal[name], "small")));
  const reveal = shown.length ? null : button("Show the hands, one at a time", () => again({ code: deal.code, reveal: true }), "plain");
  place.replaceChildren(el("div", { class: "panel" }, el("h2", {}, deal.title ?? "The deal"),
    el("div", { class: "aloud" }, (deal.read ?? []).map((line) => el("p", {}, line))),
    rows.length ? el("table", { class: "facts" }, el("tbody", {}, rows)) : null,
    deal.code ? el("p", {}, "Code of this deal: ", el("code", { class: "code" }, deal.code)) : null,
    hands.length ? el("p", { class: "quiet" }, "Open your own hand only, and close it again.") : null, hands, shown.length ? [...open, ...hidden] : null, reveal ? el("div", { class: "row" }, reveal) : null));
  say(`Dealt. ${(deal.read ?? [])[0] ?? ""}`);
}

// The three pointers on the chits; a tap moves one.
function pointersPart(form, house) {
  const board = el("div");
  let state = null;
  const show = (more = {}) => attempt(board, async () => {
    state = await ask("pointers", { deck: form.values().deck ?? undefined, pointers: state ? Object.values(state.pointers) : [], house: house.value(), ...more });
    const moves = Object.entries(state.pointers).map(([variable, value]) => button(`${sentence(variable)}: ${value} → ${state.moves[variable]}`, () => move(variable), "", { "data-key": variable }));
    board.replaceChildren(el("div", { class: "row" }, moves), el("p", {}, `Claims: ${state.claims.join(", ")}. At most ${state.max_cards} cards.`));
  });
  async function move(variable) {
    await show({ move: variable });
    say(`${variable}: ${state.pointers[variable]}`);
    board.querySelector(`[data-key=${variable}]`)?.focus();
  }
  const part = el("details", { class: "chits", ontoggle: () => part.open && !state && show() }, el("summary", {}, "Chits and pointers"), board);
  return part;
}
