// What a page of the night has wherever its score is kept: the next hand as it is asked, what can be taken back, who comes and goes.
import { el, button, sentence } from "./dom.js";
import { discrepancies, ways } from "./entry.js";

// One question of a hand, or the hand as it will be entered. `give` takes an answer, `enter` the whole hand.
export function handPanel(reply, number, edits, others, give, enter) {
  const title = el("h2", { id: "hand", tabindex: "-1" }, edits ? `Correct hand ${number}` : `Hand ${number}`);
  if (!reply.ready) return el("div", { class: "panel" }, title, reply.answered ? el("p", { class: "quiet" }, reply.answered) : null, ...ways(reply.question, give, others));
  const summary = el("div", { class: "summary" }, [reply.summary, ...(reply.lines ?? [])].filter(Boolean).map((line) => el("p", {}, line)));
  const wrong = reply.discrepancies?.length ? discrepancies(reply.discrepancies, enter) : null;
  const save = wrong ? null : button(edits ? "Correct it" : "Enter this hand", () => enter(), "main");
  return el("div", { class: "panel" }, title, summary, wrong, el("div", { class: "row" }, ...[save, ...others].filter(Boolean)));
}

export function takenBack(state, change) {
  const undo = button("Take back the last entry", () => change({ ask: "score.undo", sequence: state.sequence }, "Taken back"), "plain", { disabled: state.can_undo === false });
  const redo = state.can_redo ? button("Enter it again after all", () => change({ ask: "score.undo", back: true, sequence: state.sequence }, "Entered again"), "plain") : null;
  return el("div", { class: "row" }, ...[undo, redo].filter(Boolean));
}

// null in a game that its own rules end.
export const finish = (state, change) => (state.can_finish ? button("The game ends here", () => change({ ask: "score.finish" }, "The game is over"), "plain") : null);

// null in a game without pointers.
export function pointers(state, change) {
  if (!state.pointers) return null;
  const rows = Object.entries(state.pointers.pointers).map(([variable, value]) => button(`${sentence(variable)}: ${value}`, () => change({ ask: "score.move", variable }, "Moved"), "plain", { "aria-label": `Move the ${variable} pointer on from ${value}` }));
  return el("details", { open: true }, el("summary", {}, "Chits and pointers"), el("div", { class: "row" }, rows));
}

export function comesAndGoes(state, change) {
  const name = el("input", { type: "text", id: "joins", autocomplete: "off" });
  const leaves = state.players.map((each) => button(`${each} leaves`, () => change({ ask: "score.leave", name: each }, `${each} has left`), "plain"));
  return el("details", {}, el("summary", {}, "Somebody comes or goes"), el("div", { class: "field" }, el("label", { for: "joins" }, "Who comes"), name), el("div", { class: "row" }, button("Joins the table", () => name.value.trim() && change({ ask: "score.join", name: name.value.trim() }, `${name.value} is in`), "plain"), ...leaves));
}
