// Ask: cards into the slots of a game, two taps each, and what the rules say about them; and all rules, by words. What slots there are, what
// may be asked of them, and what is open, the engine says.
import { $, attempt, button, el, errorBox, say, sentence } from "./dom.js";
import { ask } from "./engine.js";
import { cameraButton, cardGrid, cardName, face } from "./cards.js";
import { goTo, setBar, showSheet } from "./frame.js";
import { houseRules } from "./fields.js";
import { keepSetting, readSetting } from "./store.js";

const PAUSE_MS = 250; // after a letter, before the rules are searched
const MARKS = { true: ["yes", "✓"], false: ["no", "✗"], null: ["open", "?"] };
const LINES = 3; // lines under the headline; the others are folded
const codesOf = (pile) => pile.split(/[+/]/);
const pileName = (pile) => pile.replace(/[^+/]+/g, cardName).replaceAll("+", " + ").replaceAll("/", " / ");

// What was kept, without what another version, or somebody else, wrote there.
function tidy(kept) {
  const isList = (list) => Array.isArray(list) && list.every((each) => typeof each === "string");
  return Object.fromEntries(Object.entries(kept ?? {}).filter(([, slot]) => isList(slot?.cards) && isList(slot?.words)));
}

export async function openAsk(place, game) {
  const house = await houseRules(game, () => look());
  const top = el("div", { class: "slots" });
  const [result, picking] = [el("div", { id: "verdict" }), el("div")];
  let held = tidy(await readSetting(`ask ${game.name}`, {})); // by the name of a slot: its cards, and words that were tapped for them
  let asked = { act: "", told: [] }; // what is asked of the cards, and what else happened
  let wanted = ""; // the slot that was tapped last, if it still waits for something
  let joins = ""; // how the next card goes on the last pile: + or /
  let [isKept, shown, turn] = [true, null, 0];
  const photos = {};

  const cardsIn = (slot) => held[slot.name]?.cards ?? [];
  const put = (slot, cards, words = held[slot.name]?.words ?? []) => (held = { ...held, [slot.name]: { cards, words } });
  const hasRoom = (slot) => !slot.of && slot.kind !== "words" && (!slot.most || cardsIn(slot).length < slot.most);
  const isSeen = (slot) => !slot.of && (!slot.hidden || slot.name === wanted || cardsIn(slot).length > 0);
  const seen = () => shown.slots.filter(isSeen);
  const active = () => seen().find((slot) => slot.name === wanted) ?? seen().find((slot) => !slot.is_full && slot.most === 1) ?? seen().find((slot) => slot.most !== 1 && hasRoom(slot));
  const overOf = (slot) => shown.slots.find((each) => each.of === slot.name);

  async function look() {
    const mine = ++turn;
    const answer = await ask("story", { game: game.name, slots: held, act: asked.act, phrases: asked.told.map(({ phrase }) => phrase), house: house.value() }).catch((error) => error);
    if (mine !== turn) return;
    if (!answer.slots) return showTrouble(answer);
    shown = answer;
    if (shown.screen) keepSetting(`ask ${game.name}`, shown.table);
    const key = document.activeElement?.dataset.key;
    showSlots();
    showVerdict();
    showPicking();
    if (key && !place.contains(document.activeElement)) ($(`[data-key="${CSS.escape(key)}"]:enabled`, place) ?? $("#verdict .first") ?? $("button:enabled", picking))?.focus({ preventScroll: true });
  }
  function showTrouble(error) {
    if (!shown && Object.keys(held).length) { held = {}; look(); } // a table that no engine of this version knows
    else result.replaceChildren(errorBox(error));
  }
  // Other cards are another question: what else happened there does not hold.
  function change(doIt) {
    doIt();
    [asked, isKept] = [{ act: asked.act, told: [] }, false];
    look();
  }

  // ---------------------------------------------------------------- the slots

  function showSlots() {
    top.replaceChildren(...seen().map((slot) => (slot.most === 1 ? single(slot) : several(slot))));
  }
  function single(slot) {
    const [code] = cardsIn(slot);
    const words = slot.rows.map((row) => row.chosen).filter(Boolean).join(" ");
    const name = code ? sentence(cardName(code)) : slot.kind === "words" ? sentence(slot.holds || "…") : "Tap a card";
    const tap = () => { wanted = slot.name; if (slot.kind === "words") { showSlots(); showPicking(); } else change(() => put(slot, [], [])); };
    return el("button", { type: "button", class: "slot", "data-key": slot.name, "data-slot": slot.name, "aria-pressed": String(active() === slot), onclick: tap },
      code ? face(code, "", true) : slot.kind === "words" ? null : el("span", { class: "empty" }),
      el("span", {}, el("small", {}, slot.text), el("b", {}, name), code && words ? el("small", {}, `as ${words}`) : slot.kept && isKept && code ? el("small", {}, "as last time") : null));
  }
  // Cards, or piles; where some are tapped for what happens, a tap does that, else it takes the card away.
  function several(slot) {
    const over = overOf(slot);
    const chosen = over ? cardsIn(over) : [];
    function tap(pile) {
      if (!over) return change(() => put(slot, cardsIn(slot).filter((each) => each !== pile)));
      const others = chosen.filter((each) => each !== pile);
      change(() => put(over, others.length < chosen.length ? others : over.most === 1 ? [pile] : [...chosen, pile]));
    }
    const pile = (each) => el("button", { type: "button", class: "pile", "data-key": each, "aria-pressed": over ? String(chosen.includes(each)) : null, "aria-label": over ? pileName(each) : `Take away ${pileName(each)}`, onclick: () => tap(each) }, codesOf(each).map((code) => face(code, "", true)));
    const clear = () => change(() => { put(slot, [], []); if (over) put(over, [], []); joins = ""; });
    return el("div", { class: "slot wide", "data-slot": slot.name, role: "group", "aria-label": slot.text },
      el("div", { class: "head" }, el("button", { type: "button", class: "plain", "data-key": slot.name, "aria-pressed": String(active() === slot), onclick: () => { wanted = slot.name; showSlots(); showPicking(); } }, slot.text),
        el("small", {}, isKept && slot.kept && cardsIn(slot).length ? "as last time" : over && cardsIn(slot).length ? over.text : ""),
        cardsIn(slot).length ? button("Clear", clear, "plain", { "aria-label": `Clear: ${slot.text}` }) : null),
      cardsIn(slot).length ? el("div", { class: "laid" }, cardsIn(slot).map(pile)) : null);
  }

  // ---------------------------------------------------------------- tapping

  function showPicking() {
    const slot = active();
    if (!slot) return picking.replaceChildren();
    if (slot.rows.length && (!slot.is_full || slot.name === wanted)) return picking.replaceChildren(...wordRows(slot));
    const label = `${slot.text}: color and shape`;
    const used = shown.slots.filter((each) => !each.of && each !== slot).flatMap(cardsIn).concat(slot.most === 1 ? [] : cardsIn(slot)).flatMap(codesOf);
    const may = (code) => !used.includes(code) && (code[0] === "J" || !shown.cards || shown.cards.includes(code));
    const photo = slot.kept || slot.most !== 1 ? photos[slot.name] ??= photograph(slot.name, slot.text) : null;
    picking.replaceChildren(...[slot.kind === "piles" && cardsIn(slot).length ? joining() : null, cardGrid({ label, may, picked: (code) => change(() => add(slot, code)), jokers: shown.jokers }), photo].filter(Boolean));
  }
  // Made once: it says what was read until the next photo.
  function photograph(name, text) {
    const slot = () => shown.slots.find((each) => each.name === name);
    return cameraButton(text, (codes) => change(() => codes.forEach((code) => hasRoom(slot()) && !cardsIn(slot()).includes(code) && add(slot(), code))), "Or take a photo");
  }
  function add(slot, code) {
    const [cards, over] = [cardsIn(slot), overOf(slot)];
    const last = joins ? cards.at(-1) : "";
    const pile = last ? last + joins + code : code;
    put(slot, slot.most === 1 ? [code] : [...(last ? cards.slice(0, -1) : cards), pile], slot.most === 1 ? [] : undefined);
    if (over) put(over, over.most === 1 ? [pile] : [...cardsIn(over).filter((each) => each !== last), pile]);
    if (slot.most === 1) wanted = "";
    joins = "";
  }
  function joining() {
    const way = (sign, text) => button(text, () => { joins = sign; showPicking(); }, "plain", { "data-key": text, "aria-pressed": String(joins === sign) });
    return el("div", { class: "wrap", role: "group", "aria-label": "The next card" }, way("", "A new pile"), way("+", "Build on the last"), way("/", "Stack on the last"));
  }
  // One word of each row, such as what a wild card counts as.
  function wordRows(slot) {
    const choose = (index, word) => change(() => { put(slot, cardsIn(slot), slot.rows.map((row, each) => (each === index ? word : held[slot.name]?.words[each] ?? ""))); wanted = ""; });
    const rows = slot.rows.map(({ words, chosen }, index) => el("div", { class: "words" }, words.map((word) => button(sentence(word), () => choose(index, word), "plain", { "data-key": word, "aria-pressed": String(word === chosen) }))));
    const same = slot.like.length ? [el("div", { class: "words" }, button(`${sentence(slot.like.join(" "))}, as on the table`, () => change(() => { put(slot, cardsIn(slot), slot.like); wanted = ""; })))] : [];
    return [el("p", { class: "asks" }, slot.asks), ...same, ...rows];
  }

  // ---------------------------------------------------------------- the answer

  function showVerdict() {
    const { screen, trouble, acts, open } = shown;
    const chooses = acts.map((text) => button(text, () => { asked = { ...asked, act: text }; look(); }, "plain", { "data-key": text }));
    if (trouble) return result.replaceChildren(errorBox({ text: trouble }));
    if (!screen) return result.replaceChildren(...(chooses.length ? [el("p", { class: "asks" }, chooses.length > 1 ? "Which is it?" : "Or was it this?"), el("div", { class: "wrap" }, chooses)] : []));
    const [kind, sign] = MARKS[shown.yes];
    const tell = (each) => (each.slot ? () => { wanted = each.slot; showSlots(); showPicking(); } : () => { asked = { ...asked, told: [...asked.told, each] }; look(); });
    const untell = (each) => () => { asked = { ...asked, told: asked.told.filter((other) => other !== each) }; look(); };
    const lines = (texts) => texts.map((text) => el("p", {}, text));
    const pictures = seen().every((slot) => slot.kind === "card") ? seen().flatMap(cardsIn).reverse().map((code) => face(code)) : [];
    result.replaceChildren(
      el("div", { class: `verdict ${kind}` },
        el("div", { class: "cards" }, pictures[0], el("span", { class: "sign", "aria-hidden": "true" }, sign), pictures[1]),
        el("h2", { class: "first", tabindex: "-1" }, screen.headline), lines(screen.details.slice(0, LINES)),
        screen.legal.length && !shown.yes ? el("p", {}, screen.legal.join(" ")) : null,
        el("div", { class: "wrap" }, screen.rules.map((rule) => el("a", { class: "button", href: `#rules/${game.name}/${encodeURIComponent(rule.number)}` }, rule.text)),
          asked.told.map((each) => button(each.text, untell(each), "plain", { "aria-pressed": "true" })), open.map((each) => button(each.text, tell(each), "plain")), chooses),
        screen.details.length > LINES || screen.assumed.length ? el("details", {}, el("summary", {}, "What was assumed"), lines([...screen.details.slice(LINES), ...screen.assumed, ...screen.house])) : null),
      el("div", { class: "wrap" }, button("Another card", again, "main")));
    result.scrollIntoView({ block: "nearest" });
    say(screen.headline);
  }
  function again() {
    [held, asked, wanted, isKept] = [tidy(shown.table), { act: "", told: [] }, "", true];
    look();
  }

  const words = el("input", { type: "search", autocomplete: "off", "aria-label": "Look up a rule", placeholder: "Rules: “going out”, “joker”", enterkeyhint: "search" });
  const search = (event) => { event.preventDefault(); location.hash = `rules/${game.name}${words.value.trim() ? `/${encodeURIComponent(words.value.trim())}` : ""}`; };
  place.replaceChildren(el("form", { class: "search", role: "search", onsubmit: search }, words, el("button", { class: "plain" }, "Look up")), top, result, picking);
  if (!place.isConnected) return; // another screen is shown meanwhile
  setBar(game.title, [["House rules", () => showSheet("House rules", house.node)], ["All rules", goTo("rules", game)]]);
  await attempt(result, look);
}

// ---- the rules of a game by words, with the examples of the rule books as pictures

// `first` is what the address asks for: `#rules/GAME/4b` is a link to a rule, to follow or to send.
export async function openRules(place, game, first = "") {
  const found = el("div", { class: "found" });
  let waiting = 0;
  const input = el("input", { id: "words", type: "search", autocomplete: "off", value: first, "aria-label": `Look up in ${game.title}`, placeholder: "going out, joker, 2c …", oninput: () => { clearTimeout(waiting); waiting = setTimeout(look, PAUSE_MS); } });
  const house = await houseRules(game, () => look());
  async function look() {
    const words = input.value.trim();
    await attempt(found, async () => {
      const answer = await ask("rules", { game: game.name, words, house: house.value() });
      if (words === input.value.trim()) showFound(found, answer, (number) => { input.value = number; look(); });
    });
  }
  place.replaceChildren(input, found);
  if (place.isConnected) setBar(game.title, [["House rules", () => showSheet("House rules", house.node)]]); // else another screen is shown
  await look();
}

// A section that has no number, such as the setup, is known by its title.
const headingOf = ({ number, title }) => (/\d/.test(number[0]) ? `${number}  ${title}` : title);

// Without words all rules, under links to each with its examples; else what is found.
function showFound(place, answer, open) {
  const found = answer.found ?? [];
  const link = (rule) => el("li", {}, el("button", { type: "button", class: "plain wide", onclick: () => open(rule.number) }, headingOf(rule)));
  const list = answer.rules ? [el("ul", { class: "chapters" }, answer.rules.map(link))] : [];
  const shown = found.length ? found.map((rule) => showRule(rule, answer.game)) : [el("p", { class: "idle" }, answer.text ?? "Nothing found.")];
  place.replaceChildren(...list, ...shown);
  if (!answer.rules) say(found.length === 1 ? "One rule found" : `${found.length} rules found`);
}

function showRule(rule, game) {
  const numbers = rule.rules.join(", ");
  const heading = rule.is_house ? `House rule${numbers && `, for rule ${numbers}`}` : headingOf(rule);
  const rulings = Object.entries(rule.rulings).filter(([, text]) => text);
  return el("article", { class: "rule" },
    el("h2", {}, el("a", { href: `#rules/${game}/${rule.number}`, class: "number" }, heading)),
    rule.text ? rule.text.split("\n").map((line) => el("p", {}, line)) : null,
    rule.more.map(showTable),
    rulings.map(([code, text]) => el("p", { class: "quiet" }, `${code}: ${text}`)),
    rule.examples.map(showExample));
}

function showTable({ header, rows }) {
  return el("div", { class: "more", tabindex: "0", role: "group", "aria-label": "Table" }, el("table", {}, el("thead", {}, el("tr", {}, header.map((cell) => el("th", { scope: "col" }, cell)))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));
}

function showExample(example) {
  const groups = (example.groups ?? []).map((group) => el("div", { class: "group" }, group.role ? el("span", { class: "quiet" }, group.role) : null,
    el("span", { class: "faces" }, group.down ? el("span", { class: "down" }, `${group.down} face down`) : null, group.cards.map((card) => el("figure", {}, face(card.code, "small"), card.counts_as ? el("figcaption", {}, `counts ${card.counts_as}`) : null)))));
  const kind = example.verdict === "fact" ? "" : example.verdict === "legal" || example.verdict === "yes" ? "yes" : "no";
  return el("div", { class: `example ${kind}` }, groups.length ? el("div", { class: "groups" }, groups) : null, el("p", {}, example.words ? `${example.words} ` : "", el("b", {}, example.answer), example.outcome ? ` ${example.outcome}` : ""), example.caption ? el("p", { class: "quiet" }, example.caption) : null);
}
