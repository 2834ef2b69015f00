// The live table: the page with the host's computer as its engine, asked over HTTP. One stream says when there is something new; then the page
// reads what everybody may know. It adds who is here, the links for phones, and the end of the evening.
import { $, attempt, button, el, errorBox, hideBar, isTwice, qrCode, say, sentence, showBar } from "./dom.js";
import { ask, askWithFiles, become, engine, wrong } from "./engine.js";
import { keepSetting, readSetting } from "./store.js";
import { seatToken } from "./cards.js";
import { remake, showSheet } from "./frame.js";
import { withPhones } from "./score.js";
import { startPage } from "./page.js";

const AWAY = { kind: "away", text: "The host's computer did not answer. Look at the score before you enter it again." }; // it may have arrived
const STRANGER = "This phone is not at the table yet. Scan the code on the host's screen, or type the whole address, with the part behind #.";
const CLOSED = "The host has closed the table. What you see is how it ended.";
const WAIT_MS = 10_000;
const LONG_MS = 90_000; // a question waits for other people's, and printing takes its time
const SILENCE_MS = 1_600; // the host's computer says something every half second
const LOOK_MS = 300;
const AGAIN_MS = 3_000;
const EVENING_S = 18 * 3600;
const INVITATION = /^#[\w-]{22}$/;
const calls = new Set(); // that are on their way
const table = { score: null, seats: [], phones: 0, entries: {}, problem: "", host_only: false }; // what everybody may know
let invitation = "";
let stream = null;
let heard = 0; // when the host's computer was last heard, and when this page last looked; no clock, which somebody may set
let looked = 0;
let opened = 0;
let reads = 0;
let shownRead = 0;
let reached = null; // the same for people
Object.assign(engine, { live: true, role: "", seat: "", mayWrite: false, closed: false, mayTryAgain: false });

// A route of the table: read without `body`, asked with it. A Blob is a photo.
async function call(route, body, wait = WAIT_MS) {
  const isPhoto = body instanceof Blob;
  const request = body === undefined ? {} : { method: "POST", headers: { "content-type": isPhoto ? "image/jpeg" : "application/json" }, body: isPhoto ? body : JSON.stringify(body) };
  const control = new AbortController();
  calls.add(control);
  const timer = setTimeout(() => control.abort(), wait);
  let reply;
  let answer;
  try {
    reply = await fetch(`api/${route}`, { ...request, cache: "no-store", credentials: "same-origin", signal: control.signal });
    answer = await reply.text();
  } catch {
    throw wrong(AWAY);
  } finally {
    clearTimeout(timer);
    calls.delete(control);
  }
  if (!reply.headers.get("content-type")?.startsWith("application/json")) throw wrong({ kind: "refused", text: answer });
  const said = JSON.parse(answer);
  if (said.ok === false) throw wrong(said.error);
  return said;
}

// ---- getting in

// An invitation is behind # in the address. Once it is exchanged it is taken away from there.
async function start() {
  try {
    if (INVITATION.test(location.hash)) {
      invitation = location.hash.slice(1);
      history.replaceState(null, "", location.pathname);
    }
    if (invitation) {
      await call("join", { invitation }).catch((error) => {
        if (error.kind !== "stranger") throw error; // it may come through with the next try
      });
      invitation = "";
    }
    await read();
  } catch (error) {
    return shut(error);
  }
  listen();
  setInterval(watchHost, LOOK_MS);
  addEventListener("hashchange", () => INVITATION.test(location.hash) && location.reload()); // another link, in the same window
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
}

// Not let in, or not reached: said on every screen.
function shut(error) {
  document.body.dataset.started = "no";
  engine.mayTryAgain = error.kind !== "stranger";
  if (!engine.mayTryAgain) showBar("letters", "Type the four letters on the host's screen, or scan its code.", letters());
  become("failed", engine.mayTryAgain ? sentence(error.text) : STRANGER);
}

function letters() {
  const input = el("input", { type: "text", maxLength: 4, autocomplete: "off", autocapitalize: "characters", "aria-label": "Four letters" });
  const wrongCode = el("p", { role: "alert" });
  const join = (event) => {
    event.preventDefault();
    call("join", { code: input.value }).then(() => location.reload(), (error) => (wrongCode.textContent = sentence(error.text)));
  };
  return el("form", { class: "row", onsubmit: join }, input, el("button", { class: "main" }, "Come in"), wrongCode);
}

// ---- what is new

async function read() {
  const turn = ++reads;
  const { me, ...all } = await call("state");
  if (turn < shownRead) return; // a later one was faster
  shownRead = turn;
  const renamed = table.score?.night === all.score?.night ? newNameOf(engine.seat, table.seats, all.seats) : "";
  Object.assign(table, all);
  Object.assign(engine, { role: me.role, seat: me.seat, mayWrite: me.may_write && !engine.closed, code: me.code, entries: table.entries });
  if (table.problem) showBar("problem", table.problem);
  else hideBar("problem");
  await useHouseRules();
  connected();
  showNews();
  if (renamed) setSeat(renamed).then(() => say(`You are ${renamed} now`));
}

// Another program renamed the player of this phone: one name is new, at the same seat.
function newNameOf(name, before, now) {
  const seat = before.findIndex((each) => each.name === name);
  const isRenamed = seat >= 0 && before.length === now.length && now.every((each, at) => (each.name === before[at].name) === (at !== seat));
  return isRenamed ? now[seat].name : "";
}

function showNews() {
  engine.dispatchEvent(new Event("news"));
  showPhones();
}

function listen() {
  if (engine.closed) return;
  stream?.close();
  heard = opened = performance.now();
  stream = new EventSource("api/events");
  const hear = (name, work) => stream.addEventListener(name, () => {
    heard = performance.now();
    Promise.resolve(work()).catch(lost);
  });
  hear("message", read);
  hear("pulse", connected);
  hear("end", close);
  stream.onerror = lost;
}

// A stream that broke off is opened again, unless this phone is not let in anymore.
function lost(error) {
  if (engine.closed) return;
  if (error.kind !== "stranger") return away();
  stream.close();
  stream = null;
  shut(error);
}

function watchHost() {
  const now = performance.now();
  if (now - looked > 3 * LOOK_MS) heard = now; // this phone was asleep or busy itself: the host's computer gets its time again
  looked = now;
  if (engine.closed || !stream) return;
  if (now - heard > SILENCE_MS) away();
  if ((now - heard > 4 * SILENCE_MS || stream.readyState === EventSource.CLOSED) && now - opened > AGAIN_MS) again();
}

addEventListener("online", () => again()); // Wi-Fi is back
async function again() {
  opened = performance.now();
  if (!engine.closed && stream) await read().then(listen, lost);
}

function connected() {
  reached = new Date();
  if (engine.closed) return;
  hideBar("away");
  document.body.dataset.started = "yes";
  const roles = { host: "You are the host.", writer: engine.mayWrite ? "You may enter rounds." : "You look on: only the host enters rounds.", guest: "You look on." };
  const text = `${roles[engine.role]}${engine.seat ? ` You are ${engine.seat}.` : ""}`;
  if (engine.state !== "ready" || engine.text !== text) become("ready", text);
}

function away() {
  if (document.querySelector('[data-bar="away"]')) return;
  const since = reached ? ` What you see is from ${reached.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}.` : "";
  showBar("away", `The host's computer cannot be reached.${since} This page reconnects automatically.`);
  become("starting", "The host's computer cannot be reached.");
  say("The host's computer cannot be reached.");
}

function close() {
  stream.close();
  Object.assign(engine, { closed: true, mayWrite: false });
  hideBar("away");
  showBar("closed", CLOSED);
  become("closed", "The table is closed.");
  say("The host has closed the table.");
  showNews();
}

// ---- what screens ask

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function answer(request) {
  if (request.ask === "score.state" && Object.keys(request).length === 1) {
    if (!table.score) throw wrong({ kind: table.problem ? "machine" : "night", text: table.problem || "No game has begun." });
    return { value: table.score };
  }
  const { value, files } = await call("ask", request, request.ask.startsWith("score.") ? WAIT_MS : LONG_MS);
  return { value, files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])) };
}

const cancelAll = () => calls.forEach((control) => control.abort());
const readPhoto = async (canvas) => (await call("scan", await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9)), LONG_MS)).value;
const file = async (name) => new Uint8Array(await (await fetch(`py/${name}`)).arrayBuffer());

// ---- who is here, the links for phones, and the end of the evening

const phones = el("div", { id: "seating" }); // on the sheet, or on a screen of its own
const result = el("div", { role: "alert" });
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
  const parts = isHost ? [await invitePart("writer"), tilesOfSeats(), hostOnly(), await lookOn(), noPhone(), endPart()] : [tilesOfSeats()];
  const here = el("p", { class: "quiet" }, seats.length ? `Tap who you are: the record then says who entered a round. ${open === 1 ? "Only this page is" : `${open} pages are`} open.` : "Players are here when a game has begun.");
  if (shown === key) phones.replaceChildren(result, parts[0], here, ...parts.slice(1));
}

function tilesOfSeats() {
  return el("ul", { class: "tiles small" }, table.seats.map(({ name, here }, seat) => {
    const isMine = name === engine.seat;
    const words = isMine ? "here" : here ? "on a phone" : "no phone here";
    const inside = [seatToken(seat, here || isMine ? "calm" : "asleep"), el("span", { class: "who" }, el("b", { translate: "no", dir: "auto" }, name), " ", el("small", {}, words))];
    return el("li", {}, button(inside, () => sit(isMine ? "" : name), "tile", { "aria-pressed": String(isMine), disabled: engine.closed }));
  }));
}

// A cookie says whose phone this is: it goes along with all that the page asks.
async function sit(name) {
  if (isTwice("seat", 500)) return;
  const before = engine.seat;
  await setSeat(name);
  say(name ? `You are ${name}` : `You are not ${before}`);
}

function setSeat(name) {
  document.cookie = `tt-${location.port}-player=${encodeURIComponent(name)}; max-age=${EVENING_S}; samesite=strict`;
  return again();
}

const change = (route, body, told) => attempt(result, async () => {
  await call(route, body);
  result.replaceChildren();
  say(told);
});

// How a phone comes in as a writer or a guest: a code to scan, and what to type.
async function invitePart(role) {
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

const lookOn = async () => el("details", {}, el("summary", {}, "Only to look on"), await invitePart("guest"));
const noPhone = () => el("details", {}, el("summary", {}, "A phone cannot connect?"), $("#no-phone").content.cloneNode(true));

function hostOnly() {
  const box = el("input", { type: "checkbox", checked: table.host_only, onchange: () => change("host-only", { on: box.checked }, "Changed") });
  return el("label", { class: "switch" }, box, el("span", {}, "Only I enter rounds"));
}

function endPart() {
  const sure = el("div", { class: "row", hidden: true }, button("Yes, close the table", () => change("end", {}, "The table is closed"), "main"));
  return el("div", { class: "row" }, button("End the evening", () => (sure.hidden = false), "plain"), sure);
}

withPhones(openPhones);
startPage({ start, answer, cancelAll, readPhoto, file }, "score");
globalThis.tripleTopper = { ask, makeHere: askWithFiles, engine, call, table }; // for those who look under the hood, and for the tests
