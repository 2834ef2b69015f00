// Print: files that lie ready, and any other choice, made here.
import { $, el, button, download, errorBox, say, sentence } from "./dom.js";
import { ask, askWithFiles, engine, localPaper } from "./engine.js";
import { houseRules, knownGames, makeForm } from "./fields.js";
import { readSetting, keepSetting } from "./store.js";

// Without Python: shows the links for one paper.
export async function choosePaper() {
  const kept = await readSetting("paper", "");
  const paper = $(`[name=paper][value="${CSS.escape(kept)}"]`) ? kept : localPaper();
  for (const input of document.querySelectorAll("[name=paper]")) {
    input.checked = input.value === paper;
    input.addEventListener("change", () => { showPaper(input.value); showOwn(); keepSetting("paper", input.value); });
  }
  showPaper(paper);
}

function showPaper(paper) {
  for (const block of document.querySelectorAll("[data-paper]")) block.hidden = block.dataset.paper !== paper;
}

// With a game: its own files first.
let ofGame = null;
function showOwn() {
  const own = ofGame ? [...document.querySelectorAll("[data-paper]:not([hidden]) li")].filter((row) => row.textContent.startsWith(ofGame.title)) : [];
  $("#of-game").replaceChildren(...own.map((row) => row.cloneNode(true)));
  $("#of-game").hidden = !own.length;
}

export async function openPrint(screen, game) {
  ofGame = game;
  showOwn();
  const documents = (await ask("print.documents")).documents;
  const place = $("#make");
  const form = el("div");
  const chips = documents.map((each, index) =>
    el("label", { class: "chip" }, el("input", { type: "radio", name: "document", checked: index === 0, onchange: () => showDocument(form, each) }), el("span", {}, sentence(each.title ?? each.name))));
  place.replaceChildren(el("fieldset", {}, el("legend", {}, "What"), el("div", { class: "chips" }, chips)), form);
  showDocument(form, documents[0]);
}

function showDocument(place, kind) {
  const fields = kind.fields.filter((field) => field.kind !== "house" && !(engine.live && field.kind === "file")).map((field) => (field.name === "paper" ? { ...field, default: $("[name=paper]:checked").value } : field));
  const isFirst = (field) => field.needed || FIRST.includes(field.name);
  const ruled = el("div");
  let house = null; // of the one game that is chosen, where the document follows house rules
  const form = makeForm(fields.filter(isFirst), () => showHouse());
  const more = makeForm(fields.filter((field) => !isFirst(field)));
  let shown = "";
  async function showHouse() {
    if (fields.length === kind.fields.length) return;
    const games = [form.values().game ?? form.values().games ?? []].flat();
    const name = games.length === 1 ? games[0] : "";
    if (name === shown) return;
    shown = name;
    const game = (await knownGames()).find((each) => each.name === name);
    house = game ? await houseRules(game) : null;
    ruled.replaceChildren(house?.node ?? "");
  }
  const result = el("div", { class: "result" });
  const chosen = () => ({ ...form.values(), ...more.values(), ...(house && Object.keys(house.value()).length ? { house: house.value() } : {}) });
  const files = async () => ({ ...(await form.files()), ...(await more.files()) });
  const make = button("Make it", () => makeFiles(kind, chosen(), files(), result, make), "main");
  place.replaceChildren(...[el("p", {}, kind.text), form.node, ruled, more.made.length ? el("details", {}, el("summary", {}, "More choices"), more.node) : null, el("div", { class: "row" }, make), result].filter(Boolean));
  showHouse();
}
const FIRST = ["game", "games", "paper", "ink", "deck", "only", "players", "names", "format", "theme", "backs"];

async function makeFiles(kind, fields, brought, place, make) {
  const bar = el("progress", { max: 1, "aria-label": "How far it is" });
  const words = el("p", { class: "quiet idle" }, "Drawing …");
  const said = { label: "" };
  const stop = button("Stop", () => { engine.cancelAll(); say("Stopped"); }, "plain");
  place.replaceChildren(el("div", { class: "working" }, words, bar, stop));
  make.disabled = true;
  const progress = ({ label, done, total }) => {
    if (total) { bar.max = total; bar.value = done; }
    if (label && label !== said.label) words.textContent = `${said.label = label} …`;
  };
  try {
    const { files } = await askWithFiles({ ask: "print", document: kind.name, fields }, await brought, progress);
    const links = Object.entries(files).map(([name, bytes]) => el("li", {}, download(name, bytes, name.endsWith(".pdf") ? "application/pdf" : undefined), name.endsWith(".pdf") ? openLink(name, bytes) : null));
    place.replaceChildren(el("ul", { class: "files" }, links));
    place.append(el("p", {}, button("Print it at 100%, and measure the ruler.", () => $("#print-well").scrollIntoView(), "plain")));
    say(`${links.length === 1 ? "The file is" : `${links.length} files are`} ready`);
  } catch (error) {
    place.replaceChildren(errorBox(error));
  }
  make.disabled = false;
}

const openLink = (name, bytes) => el("a", { class: "file second", target: "_blank", rel: "noopener", href: URL.createObjectURL(new Blob([bytes], { type: "application/pdf" })) }, "Open", el("span", { class: "said" }, ` ${name.split("/").pop()} in a new tab`));
