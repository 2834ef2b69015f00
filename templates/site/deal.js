// Deal: who deals, how many, who starts; a code that repeats it; a deal that is promised first; chits and pointers.
import { $, attempt, el, button, download, errorBox, isRefused, newId, qrCode, say, sentence } from "./dom.js";
import { ask, askWithFiles } from "./engine.js";
import { makeForm, makeField } from "./fields.js";
import { gameChips, houseRules } from "./judge.js";
import { cardName, faces } from "./cards.js";
import { readSetting, keepSetting } from "./store.js";

export async function openDeal() {
  const body = el("div");
  const chips = await gameChips("deal-game", (game) => dealGame(game, body));
  $("#dealing").replaceChildren(chips, body);
}

async function dealGame(game, place) {
  const { fields } = await ask("deal.fields", { game: game.name });
  const names = (await readSetting("players", [])).filter((name) => typeof name === "string");
  const usual = fields.filter((field) => field.name !== "house" && field.name !== "code");
  const form = makeForm(usual.map((field) => (field.kind === "names" ? { ...field, default: names } : field)));
  const house = await houseRules(game);
  const result = el("div", { class: "result" });
  const players = form.made.find((each) => each.name === "players");
  const request = () => ({ game: game.name, players: players?.count?.(), ...form.values(), house: house.value() }); // without names so many as there is room for
  const keepNames = ({ players }) => Array.isArray(players) && keepSetting("players", players);
  const deal = (more = {}) => attempt(result, async () => {
    const asked = { ...request(), ...more };
    keepNames(asked);
    showDeal(result, await ask("deal", asked), (again) => deal(again));
  });
  const code = el("input", { id: newId("code"), type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: false });
  const repeat = el("details", {}, el("summary", {}, "Repeat a deal by its code"), el("div", { class: "field" }, el("label", { for: code.id }, "Code"), code), button("Repeat it", () => deal({ code: code.value.trim() }), "plain"));
  const promise = el("details", {}, el("summary", {}, "A deal that can be proved: promise it first"), el("p", {}, "This device promises a deal that it can no longer change; then cards drawn at the table decide together with it. Later a receipt proves that nobody chose the cards."));
  const box = el("div");
  promise.append(box);
  const offer = (...above) => box.replaceChildren(...above, button("Promise a deal", () => commit(request(), box, offer), "plain"));
  const kept = await readSetting("promise", NO_PROMISE);
  promise.open = Boolean(kept.pending);
  if (kept.pending) showPromise(kept, box, offer);
  else offer();
  const parts = [form.node, house.node, el("div", { class: "row" }, button("Deal", () => deal(), "main")), result];
  place.replaceChildren(...parts, game.name === "push-it" || game.pointers ? pointersPart(form, house) : "", repeat, promise, checkPart());
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

// What this device keeps of a promise until its receipt is made, so that a reload loses nothing: `pending` holds the secret.
const NO_PROMISE = { id: "", pending: "", digits: [], modules: [] };
const DAMAGED = { text: "The promise that this device kept is damaged, so nothing can be dealt from it. Say so at the table." };

// `offer` shows the button for another promise in its place: not before this one is over, so that no tap loses its secret.
async function commit(request, place, offer) {
  try {
    const { id, pending, digits, modules } = await ask("deal.commit", request);
    const promise = { id, pending, digits, modules };
    await keepSetting("promise", promise);
    await showPromise(promise, place, offer);
  } catch (error) {
    offer(errorBox(error));
  }
}

async function showPromise(promise, place, offer) {
  const sheet = el("div");
  const print = () => attempt(sheet, async () => {
    const { files } = await askWithFiles({ ask: "print", document: "commitment", fields: { pending: promise.pending } });
    sheet.replaceChildren(...Object.entries(files).map(([name, bytes]) => download(name, bytes, "application/pdf")));
  });
  const leave = async (...above) => {
    await keepSetting("promise", NO_PROMISE);
    offer(...above);
  };
  const forget = () => leave(el("p", {}, `Promise ${promise.id} is taken back. Say so at the table.`));
  const drawing = el("div", { class: "drawing" });
  try {
    place.replaceChildren(el("div", { class: "panel" }, el("h3", {}, `Promise ${promise.id}`), el("p", {}, "Take a picture of this with another phone, all of you, before anybody draws:"), qrCode(promise.modules, "QR code of the 64 digits below"), el("p", { class: "code" }, promise.digits.join(" ")),
      el("div", { class: "row" }, button("A sheet of it to print", print, "plain"), button("Take the promise back", forget, "plain")), sheet, drawing));
    await draw(drawing, promise, [], leave);
  } catch (error) {
    if (isRefused(error)) await leave(errorBox(DAMAGED));
    else drawing.replaceChildren(errorBox(error), button("Try again", () => showPromise(promise, place, offer), "plain"));
  }
}

// Asks for the cards that are drawn at the table until the deal is there. Throws what the engine refuses.
async function draw(place, promise, cards, leave, reveal = false) {
  const reply = await ask("deal.draw", { pending: promise.pending, cards, reveal });
  await keepSetting("promise", Object.assign(promise, { pending: reply.pending }));
  const drawn = reply.drawn.map(([, code]) => code);
  const result = el("div");
  if (reply.deal) {
    const receipt = async () => {
      const { files } = await askWithFiles({ ask: "deal.receipt", pending: promise.pending });
      result.replaceChildren(...Object.entries(files).map(([name, bytes]) => download(name, bytes, "application/json")), el("div", { class: "row" }, button("Promise another deal", () => leave(), "plain")));
    };
    const dealt = el("div");
    showDeal(dealt, reply.deal, () => attempt(result, () => draw(place, promise, [], leave, true)));
    return place.replaceChildren(dealt, el("p", {}, "When the game is over, the receipt shows the secret: then anybody can check the deal."), el("div", { class: "row" }, button("Make the receipt", () => attempt(result, receipt), "plain")), result);
  }
  const next = makeField({ name: "cards", kind: "cards", needed: true, text: `${reply.next} draws a card. Or enter all drawn cards, in order`, jokers: true });
  const go = () => attempt(result, () => draw(place, promise, [...drawn, ...(next.value() ?? [])], leave));
  place.replaceChildren(...[drawn.length ? el("p", {}, `Drawn: ${reply.drawn.map(([name, code]) => `${name} ${cardName(code)}`).join(", ")}.`) : null, next.node, button("These were drawn", go, "main"), result].filter(Boolean));
}

// Whether a receipt proves its deal: it must fit together, and be that of the promise that somebody kept.
function checkPart() {
  const file = el("input", { id: newId("receipt"), type: "file", accept: ".json,application/json" });
  const promised = el("textarea", { id: newId("promised"), rows: 3, autocomplete: "off", autocapitalize: "off", spellcheck: false });
  const result = el("div", { class: "result" });
  const check = () => attempt(result, async () => {
    if (!file.files.length) throw { text: "Choose the file of the receipt first." };
    const receipt = new Uint8Array(await file.files[0].arrayBuffer());
    const { value } = await askWithFiles({ ask: "deal.check", commitment: promised.value.trim() || null }, { receipt });
    const first = value.proven ? "The receipt proves the deal." : "Not proven.";
    const claims = value.claims.map(({ claim, true: holds }) => el("li", {}, el("span", { "aria-hidden": "true" }, holds ? "✓ " : "✗ "), `${holds ? "Yes" : "No"}: ${claim}`));
    const deal = el("div");
    if (value.deal) showDeal(deal, { ...value.deal, code: value.code }, () => {});
    deal.querySelector(".row")?.remove();
    result.replaceChildren(el("div", { class: `verdict ${value.proven ? "yes" : "no"}` }, el("p", { class: "first" }, first), el("ul", { class: "plain-list" }, claims), value.faults.map((fault) => el("p", {}, sentence(fault))), value.deal ? el("p", {}, `Drawn: ${value.draws.map(([name, card]) => `${name} ${cardName(card)}`).join(", ")}. Was yours yours?`) : null), deal);
    say(first);
  });
  return el("details", {}, el("summary", {}, "Check a receipt"), el("div", { class: "field" }, el("label", { for: file.id }, "The receipt, a file"), file),
    el("div", { class: "field" }, el("label", { for: promised.id }, "The promise that you kept: all 64 digits, or what a phone reads off its QR code"), promised), button("Check it", check, "plain"), result);
}

// The three chits of Push It, each with its pointer; a tap moves one.
function pointersPart(form, house) {
  const board = el("div", { class: "chits-board" });
  let state = null;
  const show = (more = {}) => attempt(board, async () => {
    state = await ask("pointers", { deck: form.values().deck ?? undefined, pointers: state ? Object.values(state.pointers) : [], house: house.value(), ...more });
    const chits = Object.keys(state.rings).map((variable) => chit(variable, state.rings[variable], state.pointers[variable], state.moves[variable]));
    board.replaceChildren(el("div", { class: "chits" }, chits), el("p", {}, `Claims: ${state.claims.join(", ")}. At most ${state.max_cards} cards.`));
  });
  const chit = (variable, ring, at, next) => {
    const rows = ring.map((value) => el("li", { class: value === at ? "at" : "", "aria-current": value === at ? "true" : null }, value));
    const move = async () => {
      await show({ move: variable });
      say(`${variable}: ${state.pointers[variable]}`);
      board.querySelector(`[data-chit=${variable}]`)?.focus();
    };
    return el("div", { class: "chit" }, el("h2", {}, sentence(variable)), el("ol", {}, rows), button("Move", move, "main", { "data-chit": variable, "aria-label": `Move the ${variable} pointer to ${next}` }));
  };
  const part = el("details", { class: "pointers", ontoggle: () => part.open && !state && show() }, el("summary", {}, "Chits and pointers"), board);
  return part;
}
