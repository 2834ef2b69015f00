// Is that legal? A question of a game, or what happened step by step; the engine answers both.
import { $, el, button, errorBox, paragraphs, plain, say, sentence } from "./dom.js";
import { ask } from "./engine.js";
import { makeForm } from "./fields.js";
import { faces, isCard } from "./cards.js";
import { readSetting, keepSetting } from "./store.js";

let games = null;
export async function knownGames() {
  games ??= (await ask("games")).games;
  return games;
}

// A row of games to choose from; the last one chosen on any screen is remembered.
export async function gameChips(name, chosen, others = []) {
  const all = [...(await knownGames()), ...others];
  const last = await readSetting("game", "craziness");
  const first = all.find((game) => game.name === last) ?? all[0];
  const pick = (game) => { if (!others.includes(game)) keepSetting("game", game.name); chosen(game); };
  const chips = all.map((game) => el("label", { class: "chip" }, el("input", { type: "radio", name, checked: game === first, onchange: () => pick(game) }), el("span", {}, game.title)));
  setTimeout(() => pick(first));
  return el("fieldset", {}, el("legend", {}, "Game"), el("div", { class: "chips" }, chips));
}

// Whether a house rule may have this value; a damaged setting, or one of another version, is passed over.
const mayHold = (field, value) => Boolean(field) && (field.choices ? field.choices.some((choice) => (choice?.value ?? choice) === value) : typeof value === typeof field.default);

// The house rules of a game, kept for all screens; only what differs from the book is said.
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

async function judgeGame(game, place) {
  const { forms } = await ask("judge.forms", { game: game.name });
  const below = el("div");
  let show = () => {};
  const house = await houseRules(game, () => show());
  const story = { form: { id: "", text: "Something else: tell what happened, step by step" } };
  const choices = [...forms.map((form) => ({ form })), story];
  const select = el("select", { id: "question", onchange: () => show() }, choices.map(({ form }, index) => el("option", { value: String(index) }, sentence(form.text))));
  show = () => {
    const { form } = choices[Number(select.value)];
    if (form.id === "" || form.story) showStory(game, house, below, form.example?.phrases ?? []);
    else showForm(game, form, house, below);
  };
  place.replaceChildren(el("div", { class: "field" }, el("label", { for: "question" }, "What do you want to know?"), select), house.node, below);
  show();
}

function showForm(game, form, house, place) {
  const result = el("div", { class: "result", id: "verdict" });
  const made = makeForm(form.fields, () => result.replaceChildren());
  const judge = async () => {
    try {
      showVerdict(result, await ask("judge", { game: game.name, form: form.id, fields: made.values(), house: house.value() }));
    } catch (error) {
      showError(result, error);
    }
  };
  place.replaceChildren(made.node, el("div", { class: "row" }, button("Judge", judge, "main")), result);
}

function showError(place, error) {
  place.replaceChildren(errorBox(error));
  const field = error.field && place.parentElement.querySelector(`[data-field="${error.field}"]`);
  field?.scrollIntoView({ block: "nearest" });
  say(plain(error.text));
}

const SIGNS = { true: ["yes", "✓", "Yes"], false: ["no", "✗", "No"], null: ["open", "•", ""] };

export function showVerdict(place, answer) {
  const [kind, sign, word] = SIGNS[String(answer.yes ?? null)];
  const [first, ...rest] = answer.text.split("\n").filter((line) => line.trim());
  const rules = [...(answer.rules ?? []), ...(answer.rulings ?? [])];
  const cards = answer.instead ?? answer.possible ?? [];
  place.replaceChildren(
    el("div", { class: `verdict ${kind}` },
      el("p", { class: "first" }, el("span", { class: "sign", "aria-hidden": "true" }, sign), el("span", { class: "said" }, word ? `${word}. ` : ""), first),
      rest.map((line) => el("p", {}, line.trim())),
      cards.length && typeof cards[0] === "string" && cards[0].length < 4 && isCard(cards[0]) ? faces(cards, "small") : null,
      el("p", { class: "quiet" }, [rules.length ? `Rules ${rules.join(", ")}` : "", houseWords(answer.house)].filter(Boolean).join(" · ")),
      lineList(answer.lines)));
  place.scrollIntoView?.({ block: "nearest" });
  say(`${word ? `${word}. ` : ""}${first}`);
}

function houseWords(house) {
  const names = Array.isArray(house) ? house : Object.entries(house ?? {}).map(([name, value]) => `${name}=${value}`);
  return names.length ? `House rules: ${names.join(", ")}` : "";
}

const lineList = (lines) => lines?.length ? el("details", {}, el("summary", {}, "The rules in words"), lines.map((line) => el("div", {}, el("h3", {}, line.heading ?? ""), paragraphs(line.text), el("p", { class: "quiet" }, line.source ?? "")))) : null;

// What happened, event by event. The engine says what may come next; other things can be told, too.
function showStory(game, house, place, example = []) {
  const told = { opening: [], events: [], waiting: "" };
  const list = el("ol", { class: "told" });
  const steps = el("div");
  const result = el("div", { class: "result", id: "verdict" });

  async function go(more = {}) {
    try {
      const reply = await ask("story.next", { game: game.name, ...told, house: house.value(), ...more });
      Object.assign(told, { opening: reply.opening, events: reply.events, waiting: reply.waiting ?? "" });
      list.replaceChildren(...[...told.opening, ...told.events, told.waiting].filter(Boolean).map((phrase) => el("li", {}, phrase)));
      if (reply.answer) showVerdict(result, reply.answer);
      else if (reply.asked?.length) result.replaceChildren(el("div", { class: "note" }, reply.asked.map((line) => el("p", {}, line))));
      else if (more.undo) result.replaceChildren();
      showSteps(reply);
    } catch (error) {
      showError(result, error);
    }
  }

  function showSteps(reply) {
    const all = [...(reply.setup ?? []).map((step) => [step, "How the table stands"]), ...reply.next.map((step) => [step, "What happens"]), ...(reply.questions ?? []).map((step) => [step, "Ask"])];
    const form = el("div");
    const options = all.map(([step], index) => el("option", { value: String(index) }, sentence(step.label)));
    const groups = [...new Set(all.map(([, title]) => title))].map((title) => el("optgroup", { label: title }, options.filter((_, i) => all[i][1] === title)));
    const select = el("select", { id: "step", onchange: () => showStep(all[Number(select.value)][0], form) }, groups);
    const start = Math.max(0, all.findIndex(([, title]) => title === "What happens"));
    if (all.length) select.value = String(told.opening.length || told.events.length ? start : 0);
    const undo = told.opening.length + told.events.length ? button("Take back the last", () => go({ undo: true }), "plain") : null;
    const over = reply.over ? el("p", {}, "The game is over.") : null;
    const turn = reply.turn && !reply.over ? el("p", { class: "quiet" }, `Next: ${reply.turn}`) : null;
    steps.replaceChildren(...[turn, over, all.length ? el("div", { class: "field" }, el("label", { for: "step" }, "What happened next?"), select) : null, form, undo ? el("div", { class: "row" }, undo) : null].filter(Boolean));
    if (all.length) showStep(all[Number(select.value)][0], form);
  }

  function showStep(step, form) {
    const offered = (step.possible ?? []).slice(0, 12);
    const made = makeForm(step.blanks ?? []);
    const tell = async () => {
      try {
        const { phrase } = await ask("story.fill", { game: game.name, form: step.form, values: made.values() });
        await go({ tell: phrase });
      } catch (error) {
        showError(result, error);
      }
    };
    const quick = offered.length ? el("div", { class: "chips" }, offered.map((phrase) => button(phrase, () => go({ tell: phrase }), "phrase"))) : null;
    form.replaceChildren(...[quick ? el("p", { class: "quiet" }, made.made.length ? "Possible just now, or say it yourself:" : "Possible just now:") : null, quick, made.node, el("div", { class: "row" }, button("Tell it", tell, "main"))].filter(Boolean));
  }

  const note = example.length ? el("p", { class: "quiet" }, "As an example, one such story. Take back what was otherwise at your table, and tell that.") : null;
  place.replaceChildren(...[note, list, result, steps].filter(Boolean));
  go(example.length ? { tell: example.join("; ") } : {});
}
