// The live table: the page with the host's computer as its engine. It adds who is here, the links for phones, and the end of the evening.
import { $, el, button, errorBox, qrCode, say } from "./dom.js";
import { ask, askWithFiles, engine, onNews } from "./engine.js";
import { beforeNews, call, hostEngine, table } from "./host-engine.js";
import { keepSetting, readSetting } from "./store.js";
import { forget, startPage } from "./page.js";

const LINKS = { writer: "To enter hands", guest: "To look on" };
let shown = "";
let links = null;

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
  forget("judge", "rules", "practice", "deal");
}

async function showSeats() {
  const { seats, phones, host_only } = table;
  const key = JSON.stringify([seats, phones, host_only, engine.role, engine.seat, engine.closed]);
  const place = $("#seating");
  if (key === shown) return;
  shown = key;
  const isHost = engine.role === "host";
  const rows = seats.map((seat) => el("li", { class: "panel seat" }, el("b", {}, seat.name), el("span", { class: "quiet" }, seat.name === engine.seat ? "your phone" : seat.here ? "a phone" : seat.taken ? "a phone that is asleep" : "free"), el("div", { class: "row" }, engine.closed ? [] : seatButtons(seat, isHost))));
  const list = rows.length ? el("ul", { class: "seats" }, rows) : el("p", { class: "quiet idle" }, "Seats are here when a game has begun.");
  const who = engine.seat ? `You sit on ${engine.seat}'s seat.` : isHost ? "You are the host. If you also play, take your seat." : "Whose phone is this?";
  const parts = isHost && !engine.closed ? [await invite(), hostOnly(), endPart()] : [];
  const here = el("p", { class: "quiet" }, phones === 1 ? "Only this page is open." : `${phones} pages are open.`);
  if (shown === key) place.replaceChildren(el("p", {}, who), el("div", { id: "seat-error" }), list, here, ...parts);
}

function seatButtons(seat, isHost) {
  const found = [];
  if (!seat.taken) found.push(button(`I am ${seat.name}`, () => change("sit", { seat: seat.name }, `You sit on ${seat.name}'s seat`), engine.seat || isHost ? "plain" : "main"));
  if (seat.name === engine.seat) found.push(button("Leave it", () => change("leave", {}, "Your seat is free"), "plain"));
  else if (seat.taken && isHost) found.push(button("Free the seat", () => change("free", { seat: seat.name }, `${seat.name}'s seat is free`), "plain", { "aria-label": `Free the seat: ${seat.name}` }));
  return found;
}

async function change(route, body, told) {
  try {
    await call(route, body);
    say(told);
  } catch (error) {
    $("#seat-error").replaceChildren(errorBox(error));
    say(error.text);
  }
}

async function invite() {
  try {
    links ??= (await call("links")).links;
  } catch (error) {
    return errorBox(error);
  }
  const alone = new URL(links[0].addresses[0]).hostname.startsWith("127.");
  const how = alone ? "Only this computer can open these addresses. For phones, start the table with tt-print table --lan." : "Scan a code with a phone in the same Wi-Fi. Anyone who has it can do what it says.";
  const code = ({ role, addresses, qr }) => el("div", {}, el("h3", {}, LINKS[role]), alone ? null : qrCode(qr, `QR code: ${LINKS[role]}`), addresses.map((address) => el("p", { class: "code" }, address)));
  return el("section", { class: "panel invite", "aria-label": "Invitation" }, el("h2", {}, "Invite"), el("p", {}, how), el("div", { class: "codes" }, links.map(code)));
}

function hostOnly() {
  const box = el("input", { type: "checkbox", checked: table.host_only, onchange: () => change("host-only", { on: box.checked }, "Changed") });
  return el("label", { class: "switch" }, box, el("span", {}, "Only I enter hands"));
}

function endPart() {
  const sure = el("div", { class: "row", hidden: true }, button("Yes, close the table", () => change("end", {}, "The table is closed"), "main"));
  return el("div", { class: "row" }, button("End the evening", () => (sure.hidden = false), "plain"), sure);
}

beforeNews(useHouseRules);
onNews(() => engine.state !== "failed" && showSeats());
startPage(hostEngine, "score", { table: ["#seating", () => { shown = ""; return showSeats(); }] });
globalThis.tripleTopper = { ask, makeHere: askWithFiles, engine, call, table }; // for those who look under the hood, and for the tests
