// Is that legal? People tap what is on the table and what somebody did, or ask about cards; the engine answers.
import { $, el, button, errorBox, plain, say, sentence } from "./dom.js";
import { ask, engineFile } from "./engine.js";
import { makeField, makeForm } from "./fields.js";
import { readSetting, keepSetting } from "./store.js";

let games = null;
export async function knownGames() {
  games ??= JSON.parse(new TextDecoder().decode(await engineFile("games.json"))).games;
  return games;
}

// A row of games to choose from; the last one chosen on any screen is remembered.
export async function gameChips(name, chosen, others = [], wanted = "") {
  const all = [...(await knownGames()), ...others];
  const names = [wanted, await readSetting("game", ""), "craziness"];
  const first = names.map((each) => all.find((game) => game.name === each)).find(Boolean) ?? all[0];
  const pick = (game) => { if (!others.includes(game)) keepSetting("game", game.name); chosen(game); };
  const chips = all.map((game) => el("label", { class: "chip" }, el("input", { type: "radio", name, checked: game === first, onchange: () => pick(game) }), el("span", {}, game.title)));
  setTimeout(() => pick(first));
  return el("fieldset", {}, el("legend", {}, "Game"), el("div", { class: "chips" }, chips));
}

// Whether a house rule may have this value; a damaged setting, or one of another version, is passed over.
const mayHold = (field, value) => Boolean(field) && (field.choices ? field.choices.some((choice) => (choice?.value ?? choice) === value) : typeof value === typeof field.default);

// The house rules of a game, kept for all screens; only what differs from the book is stored.
export async function houseRules(game, changed = () => {}) {
  const stored = Object.entries(await readSetting(`house ${game.name}`, {}));
  const kept = Object.fromEntries(stored.filter(([name, value]) => mayHold((game.house ?? []).find((field) => field.name === name), value)));
  const said = { house: kept };
  const count = el("span", { class: "quiet" });
  const fields = (game.house ?? []).filter((field) => field.choices?.length !== 1).map((field) => {
    return { ...field, default: kept[field.name] ?? field.default, printed: field.default };
  });
  const form = makeForm(fields, () => {
    const values = form.values();
    said.house = Object.fromEntries(fields.filter((field) => field.name in values && values[field.name] !== field.printed).map((field) => [field.name, values[field.name]]));
    keepSetting(`house ${game.name}`, said.house);
    tell();
    changed();
  });
  const tell = () => (count.textContent = Object.keys(said.house).length ? ` ${Object.keys(said.house).length} of your own` : " as in the book");
  tell();
  return { value: () => said.house, node: fields.length ? el("details", { class: "house" }, el("summary", {}, "House rules", count), form.node) : el("span") };
}

export async function openJudge() {
  const place = $("#judging");
  const body = el("div");
  place.replaceChildren(await gameChips("judge-game", (game) => judgeGame(game, body)), body);
}

const USUAL = ["Ann", "Bo", "Cy"];
const WILD = ["K", "B", "?"];

// What a wild card was declared as is asked if a card is wild, and of what is wild about it.
function showWilds(made) {
  for (const { node, field } of made.filter((each) => each.field.wild_of)) {
    const card = made.find((each) => each.name === field.wild_of).value()?.replace("Q", "?") ?? "";
    const wild = WILD.map((letter, index) => card[index] === letter);
    node.hidden = !wild.includes(true);
    node.querySelectorAll(".chips").forEach((row, index) => (row.hidden = !wild[index]));
  }
}

// The screen of one game. `steps` is all that can be entered and asked about its table.
async function judgeGame(game, place) {
  const steps = await ask("story.steps", { game: game.name });
  const kept = (await readSetting("players", [])).filter((name) => typeof name === "string" && name.trim());
  const players = makeField({ name: "players", kind: "names", text: "Who plays, clockwise", default: kept.length > 1 ? kept : USUAL }, () => { nameThem(); clear(); showActs(); });
  const house = await houseRules(game, () => clear());
  const [summary, lying, acts, doing, told, result] = [el("span", { class: "quiet" }), el("section", { class: "panel" }), el("div", { class: "acts" }), el("div"), el("div"), el("div", { class: "result", id: "verdict" })];
  let onTable = []; // forms of what is on the table
  let facts = []; // answers to what the engine has asked, and what else was entered about the table
  let before = []; // what happened before the last thing
  let act = null; // what happened last, or a question

  const names = () => players.value() ?? USUAL;
  const nameThem = () => (summary.textContent = ` ${names().join(", ")}`);
  const clear = () => result.replaceChildren();
  function formOf({ fields }, needed = true, changed = clear) {
    const withNames = (field) => (["seat", "seats"].includes(field.kind) ? { ...field, choices: names(), ordered: true } : field);
    const form = makeForm(fields.map((field) => ({ ...withNames(field), needed: field.needed && needed })), () => { changed(); showWilds(form.made); });
    showWilds(form.made);
    return form;
  }

  function showActs() {
    onTable = steps.table.map((step) => ({ step, form: formOf(step, false) }));
    lying.replaceChildren(el("h2", {}, "On the table"), ...onTable.map(({ form }) => form.node));
    const chip = (text, chosen) => el("label", { class: "chip" }, el("input", { type: "radio", name: "act", onchange: chosen }), el("span", {}, text));
    const row = (title, chips) => el("fieldset", {}, el("legend", {}, title), el("div", { class: "chips" }, chips));
    acts.replaceChildren(
      row("What happened?", [...steps.happens.map((step) => chip(step.text, () => showStep(step))), chip("Something else …", () => showList(steps.more)), chip("A question about cards …", () => showList([{ title: "", steps: steps.questions }]))]));
    doing.replaceChildren();
    showTold();
  }

  function show(form, text, go, ...above) {
    clear();
    doing.replaceChildren(...above, form.node, el("div", { class: "row" }, button(text, go, "main")));
  }
  function showStep(step, ...above) {
    const form = formOf(step);
    lying.hidden = steps.table.some(({ name }) => name === step.name); // the question is about that alone
    act = { step, form };
    if (step.sort === "table") show(form, "Add this", () => addFact({ step, values: form.values() }), ...above);
    else show(form, "Judge", judge, ...above);
  }
  function showList(groups) {
    const all = groups.flatMap((group) => group.steps);
    const options = (group) => group.steps.map((step) => el("option", { value: String(all.indexOf(step)) }, sentence(step.text.replace(/:$/, ""))));
    const select = el("select", { id: "step", onchange: () => showStep(all[Number(select.value)], field) }, groups.flatMap((group) => (group.title ? el("optgroup", { label: group.title }, options(group)) : options(group))));
    const field = el("div", { class: "field" }, el("label", { for: "step" }, "Which?"), select);
    showStep(all[0], field);
  }

  // What was entered beyond the cards and the last event, each with a button to remove it.
  function showTold() {
    const all = [...facts, ...before];
    const drop = (said) => () => { facts = facts.filter((each) => each !== said); before = before.filter((each) => each !== said); clear(); showTold(); };
    const rows = all.map((said) => el("li", {}, sentence(said.text ?? said.step.text), button("×", drop(said), "small", { "aria-label": `Take back: ${said.text ?? said.step.text}` })));
    told.replaceChildren(...(all.length ? [el("h2", {}, "You also said"), el("ul", { class: "told" }, rows)] : []));
  }
  function addFact(fact) {
    facts = [...facts, fact];
    showTold();
    if (act && act.step.sort !== "table") judge().then(() => $("#verdict [tabindex]")?.focus());
  }

  async function judge() {
    try {
      const seen = (lying.hidden ? [] : onTable).map(({ step, form }) => ({ step, values: form.values() })).filter(({ values }) => Object.keys(values).length);
      const last = { step: act.step, values: act.form.values() };
      const all = [...seen, ...facts, ...before, last];
      const answer = await ask("story", { game: game.name, players: names(), house: house.value(), steps: all.map(({ step, values }) => ({ form: step.form, name: step.name, values })) });
      all.forEach((said, index) => (said.text = answer.steps[index]));
      showTold();
      const goOn = button("And then …", () => { before = [...before, last]; showActs(); clear(); $("#judging input[name=act]").focus(); }, "plain");
      if (answer.asked) askMore(answer.asked);
      else showVerdict(result, answer, [...(answer.legal && act.step.sort === "event" ? [goOn] : []), ...answer.unsaid.map((open) => button(open.text, () => askMore(open), "plain"))]);
    } catch (error) {
      showError(result, error);
    }
  }

  // The one thing that decides and was not said: its answers as buttons, or as fields.
  function askMore({ text, answers }) {
    const rows = answers.map((step) => {
      const give = (values) => addFact({ step, values });
      const [field, ...others] = step.fields;
      if (!field) return button(sentence(step.text), () => give({}));
      if (field.kind === "seat" && !others.length) return el("div", { class: "chips" }, answers.length > 1 ? el("span", { class: "quiet" }, sentence(step.text)) : null, names().map((name) => button(name, () => give({ [field.name]: name }))));
      const form = formOf(step, true, () => {});
      return el("div", {}, form.node, el("div", { class: "row" }, button("That’s it", () => give(form.values()), "main")));
    });
    result.replaceChildren(el("div", { class: "verdict open", role: "group", "aria-label": text }, el("p", { class: "first", tabindex: "-1" }, text), rows));
    $("#verdict .first").focus();
  }

  nameThem();
  place.replaceChildren(el("details", { class: "house" }, el("summary", {}, "Players", summary), players.node), house.node, lying, acts, doing, told, result);
  showActs();
}

function showError(place, error) {
  place.replaceChildren(errorBox(error));
  place.scrollIntoView({ block: "nearest" });
  say(plain(error.text));
}

const MARKS = { true: ["yes", "✓"], false: ["no", "✗"], null: ["open", "•"] };
const LINES = 4; // lines under the headline

function showVerdict(place, answer, more = []) {
  const [kind, sign] = MARKS[String(answer.yes ?? null)];
  const { headline, details, legal, rules, assumed, house } = answer.screen;
  const lines = (texts) => texts.map((text) => el("p", {}, text));
  const list = (title, texts) => (texts.length ? el("div", {}, el("p", {}, el("b", {}, title)), el("ul", {}, texts.map((text) => el("li", {}, text)))) : null);
  place.replaceChildren(
    el("div", { class: `verdict ${kind}` },
      el("p", { class: "first", tabindex: "-1" }, el("span", { class: "sign", "aria-hidden": "true" }, sign), el("span", {}, headline)),
      lines(details.slice(0, LINES)),
      details.length > LINES ? el("details", {}, el("summary", {}, "What else follows"), lines(details.slice(LINES))) : null,
      rules.length ? el("div", { class: "chips links" }, rules.map((rule) => el("a", { href: `#rules/${answer.game}/${rule.number}` }, rule.text))) : null,
      list("Legal would be", legal),
      list("House rules here", house),
      assumed.map((line) => el("p", { class: "quiet" }, line)),
      more.length ? el("div", { class: "row" }, more) : null));
  place.scrollIntoView({ block: "nearest" });
  say(headline);
}
