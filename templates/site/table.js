// The live table: the page with the host's computer as its engine. It adds who is here, the links for phones, and the end of the evening.
import { $, el, button, errorBox, qrCode, say } from "./dom.js";
import { ask, askWithFiles, engine, onNews } from "./engine.js";
import { beforeNews, call, hostEngine, table } from "./host-engine.js";
import { keepSetting, readSetting } from "./store.js";
import { seatToken } from "./cards.js";
import { remake, showSheet } from "./frame.js";
import { withPhones } from "./score.js";
import { startPage } from "./page.js";

const phones = el("div", { id: "seating" }); // on the sheet, or on a screen of its own
const result = el("div");
let shown = "";
let known = null; // the links

// The judge, the rules, and practice begin with the game and the house rules of tonight, once for each night; then this phone may choose others.
let night = "";
async function useHouseRules() {
  const { score } = table;
  const mark = score ? JSON.stringify([score.night, score.at, score.house]) : "";
  if (!score || mark === night) return;
  night = mark;
  if ((await readSetting("night", "")) === mark) return;
  await keepSetting(`house ${score.game}`, score.house ?? {});
  await keepSetting("game", score.game);
  await keepSetting("players", score.players);
  await keepSetting("night", mark);
  remake("ask", "rules", "play", "deal");
}

// The four letters let phones in as long as the host's sheet is open.
function openPhones() {
  const isHost = engine.role === "host" && !engine.closed;
  showSheet(isHost ? "Bring the phones in" : "Who is here", phones);
  if (!isHost) return;
  showLetters(true);
  $("#sheet").addEventListener("close", function gone() {
    if ($("#sheet").open) return; // the sheet before it
    $("#sheet").removeEventListener("close", gone);
    showLetters(false);
  });
}
async function showLetters(on) {
  engine.code = await call("code", { on }).then(({ code }) => code, () => ""); // scanning is enough
  await showPhones();
}

async function showPhones() {
  const { seats, phones: open, host_only } = table;
  const key = JSON.stringify([seats, open, host_only, engine.role, engine.seat, engine.closed, engine.code, table.code_ended]);
  if (key === shown) return;
  shown = key;
  const isHost = engine.role === "host" && !engine.closed;
  const parts = isHost ? [await invitation("writer"), tilesOfSeats(isHost), hostOnly(), await lookOn(), noPhone(), endPart()] : [tilesOfSeats(isHost)];
  const here = el("p", { class: "quiet" }, seats.length ? `Tap who you are: the record then says who entered a round. ${open === 1 ? "Only this page is" : `${open} pages are`} open.` : "Players are here when a game has begun.");
  if (shown === key) phones.replaceChildren(result, parts[0], here, ...parts.slice(1));
}

function tilesOfSeats(isHost) {
  return el("ul", { class: "tiles small" }, table.seats.map(({ name, here, taken }, seat) => {
    const isMine = name === engine.seat;
    const words = isMine ? "here" : here ? "on a phone" : taken ? "asleep" : "not yet";
    const inside = [seatToken(seat, here || isMine ? "calm" : "asleep"), el("span", { class: "who" }, el("b", { translate: "no", dir: "auto" }, name), " ", el("small", {}, words))];
    const sit = () => change("sit", { seat: name }, `You are ${name}`);
    const tile = taken || engine.closed ? el("div", { class: "tile" }, inside) : button(inside, sit, "tile");
    const [route, text] = isMine ? ["leave", "Not me"] : ["free", "Free"];
    return el("li", {}, tile, taken && !engine.closed && (isMine || isHost) ? button(text, () => change(route, { seat: name }, `${name}'s seat is free`), "plain small", { "aria-label": `${text}: ${name}` }) : "");
  }));
}

async function change(route, body, told) {
  try {
    await call(route, body);
    result.replaceChildren();
    say(told);
  } catch (error) {
    result.replaceChildren(errorBox(error));
    say(error.text);
  }
}

// How a phone comes in as a writer or a guest: a code to scan, and what to type.
async function invitation(role) {
  try {
    known ??= await call("links");
  } catch (error) {
    return errorBox(error);
  }
  const { addresses, qr } = known.links.find((link) => link.role === role);
  const { hostname, host, hash } = new URL(addresses[0]);
  if (hostname.startsWith("127.")) return el("p", {}, "Only this computer can open the table. For phones, start it with tt-print table --lan.");
  const ended = [el("p", { role: "alert" }, "Someone typed 50 wrong codes, so this code no longer works."), button("Show another code", () => showLetters(true), "plain")];
  const typed = role === "writer" && engine.code ? [el("p", {}, `Scan it, or open ${host} and type:`), el("p", { class: "letters" }, engine.code)] : [el("p", {}, "Scan it, or type:"), el("p", { class: "code" }, `${host}/${hash}`)];
  return el("div", { class: "invite" }, typed[0], qrCode(qr, role === "writer" ? "QR code to enter rounds" : "QR code to look on"), typed[1], role === "writer" && table.code_ended ? ended : null);
}

const lookOn = async () => el("details", {}, el("summary", {}, "Only to look on"), await invitation("guest"));
const noPhone = () => el("details", {}, el("summary", {}, "A phone cannot connect?"), $("#no-phone").content.cloneNode(true));

function hostOnly() {
  const box = el("input", { type: "checkbox", checked: table.host_only, onchange: () => change("host-only", { on: box.checked }, "Changed") });
  return el("label", { class: "switch" }, box, el("span", {}, "Only I enter rounds"));
}

function endPart() {
  const sure = el("div", { class: "row", hidden: true }, button("Yes, close the table", () => change("end", {}, "The table is closed"), "main"));
  return el("div", { class: "row" }, button("End the evening", () => (sure.hidden = false), "plain"), sure);
}

beforeNews(useHouseRules);
onNews(() => engine.state !== "failed" && showPhones());
withPhones(openPhones);
startPage(hostEngine, "score");
globalThis.tripleTopper = { ask, makeHere: askWithFiles, engine, call, table }; // for those who look under the hood, and for the tests
