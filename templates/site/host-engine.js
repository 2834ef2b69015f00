// The engine of the live table: the host's computer, asked over HTTP. One stream says when there is something new; then the page reads what everybody may know.
import { become, engine, tellNews, wrong } from "./engine.js";
import { el, hideBar, sentence, showBar, say } from "./dom.js";

const AWAY = { kind: "away", text: "The host's computer did not answer. Look at the score before you enter it again." }; // it may have arrived
const STRANGER = "This phone is not at the table yet. Scan the code on the host's screen, or type the whole address, with the part behind #.";
const CLOSED = "The host has closed the table. What you see is how it ended.";
const WAIT_MS = 10_000;
const LONG_MS = 90_000; // a question waits for other people's, and printing takes its time
const SILENCE_MS = 1_600; // the host's computer says something every half second
const LOOK_MS = 300;
const AGAIN_MS = 3_000;
const INVITATION = /^#[\w-]{22}$/;
const calls = new Set(); // that are on their way
export const table = { score: null, seats: [], phones: 0, entries: {}, problem: "", host_only: false }; // what everybody may know
let invitation = "";
let stream = null;
let heard = 0; // when the host's computer was last heard, and when this page last looked; no clock, which somebody may set
let looked = 0;
let opened = 0;
let reads = 0;
let shownRead = 0;
let prepare = async () => {};
let reached = null; // the same for people
Object.assign(engine, { live: true, role: "", seat: "", mayWrite: false, closed: false, mayTryAgain: false });

// A route of the table: read without `body`, asked with it. A Blob is a photo.
export async function call(route, body, wait = WAIT_MS) {
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
async function begin() {
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
  addEventListener("online", listen);
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
  Object.assign(table, all);
  Object.assign(engine, { role: me.role, seat: me.seat, mayWrite: me.may_write && !engine.closed, code: me.code, entries: table.entries });
  if (table.problem) showBar("problem", table.problem);
  else hideBar("problem");
  await prepare();
  connected();
  tellNews();
}

// `work` is done with what is new before any screen sees it.
export const beforeNews = (work) => (prepare = work);

function listen() {
  if (engine.closed) return;
  stream?.close();
  heard = opened = performance.now();
  const own = (stream = new EventSource("api/events"));
  const news = (work) => () => {
    if (own !== stream) return;
    heard = performance.now();
    Promise.resolve(work()).catch(lost);
  };
  own.onmessage = news(read);
  own.addEventListener("pulse", news(connected));
  own.addEventListener("end", news(close));
  own.onerror = () => own === stream && lost();
}

// A stream that broke off is opened again, unless this phone is not let in anymore.
function lost(error) {
  if (engine.closed) return;
  if (error?.kind === "stranger") {
    stream.close();
    stream = null;
    return shut(error);
  }
  away();
}

function watchHost() {
  const now = performance.now();
  if (now - looked > 3 * LOOK_MS) heard = now; // this phone was asleep or busy itself: the host's computer gets its time again
  looked = now;
  if (engine.closed || !stream) return;
  if (now - heard > SILENCE_MS) away();
  if ((now - heard > 4 * SILENCE_MS || stream.readyState === EventSource.CLOSED) && now - opened > AGAIN_MS) {
    again();
  }
}

function again() {
  opened = performance.now();
  if (!engine.closed && stream) read().then(listen, lost);
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
  tellNews();
}

// ---- what screens ask

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function askHost(request) {
  if (request.ask === "score.state" && Object.keys(request).length === 1) {
    if (!table.score) throw wrong({ kind: table.problem ? "machine" : "night", text: table.problem || "No game has begun." });
    return { value: table.score, files: {} };
  }
  const { value, files } = await call("ask", request, request.ask.startsWith("score.") ? WAIT_MS : LONG_MS);
  return { value, files: Object.fromEntries(Object.entries(files ?? {}).map(([name, text]) => [name, bytesOf(text)])) };
}

const photograph = async (canvas) => (await call("scan", await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9)), LONG_MS)).value;

export const hostEngine = {
  start: () => begin(),
  askWithFiles: askHost,
  cancelAll: () => calls.forEach((control) => control.abort()),
  readPhoto: photograph,
  engineFile: async (name) => new Uint8Array(await (await fetch(`py/${name}`)).arrayBuffer()),
};
