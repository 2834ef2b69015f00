// Asks Python in the worker. `ask` gives the value of an answer, or throws its error: {kind, text, field}.
import { keepFiles, readFiles } from "./store.js";

let worker = null;
let opening = null;
let next = 0;
const waiting = new Map();
const listeners = [];
let held = null; // the nights as they were last changed here, also where the browser keeps nothing
export const engine = { state: "starting", kept: true, mayKeep: false }; // mayKeep: this page, of all that are open, writes the score

const wrong = (error) => Object.assign(new Error(error.text), error);
export const onEngine = (listener) => listeners.push(listener);
function become(state, reason = "") {
  engine.state = state;
  engine.reason = reason;
  if (state === "failed") for (const [id, { fail }] of waiting) waiting.delete(id), fail(wrong({ kind: "machine", text: reason }));
  listeners.forEach((listener) => listener(engine));
}

export const startEngine = () => (opening = boot());

async function boot() {
  if (typeof WebAssembly !== "object") return become("failed", "This browser cannot run the engine (it has no WebAssembly).");
  become("starting");
  try {
    const [inside, nights] = await Promise.all([unpackInside(), held ?? readFiles()]);
    const script = document.getElementById("inside-worker");
    worker = new Worker(script ? `data:text/javascript;charset=utf-8,${encodeURIComponent(script.textContent)}` : "worker.js", { type: "module" });
    worker.onmessage = hear;
    worker.onerror = (event) => become("failed", event.message || "The engine did not start.");
    worker.postMessage({ boot: { base: new URL("./", location.href).href, files: inside, nights, paper: localPaper() } });
  } catch (error) {
    become("failed", String(error));
  }
}

// Ends what is being made; the engine restarts with the nights as they are, or as another page has left them.
export function cancelAll(readAgain = false) {
  if (readAgain) held = null;
  worker?.terminate();
  for (const { fail } of waiting.values()) fail(wrong({ kind: "cancelled", text: "Stopped. Nothing was made." }));
  waiting.clear();
  return startEngine();
}

async function hear({ data }) {
  if (data.step === "ready") return become("ready");
  if (data.step) return;
  const asked = waiting.get(data.id);
  if (data.failed !== undefined && !asked) return become("failed", data.failed);
  if (data.progress) return asked?.progress?.(data.progress);
  waiting.delete(data.id);
  if (data.failed !== undefined) return asked.fail(wrong({ kind: "machine", text: `Something went wrong that should not: ${data.failed}` }));
  if (data.kept && engine.mayKeep) {
    held = data.kept;
    engine.kept = await keepFiles(held);
  }
  if (data.answer.ok === false) return asked.fail(wrong(data.answer.error));
  asked.done({ value: data.answer.value ?? data.answer, files: data.files ?? {} });
}

export function askWithFiles(request, files = {}, progress = null, image = null) {
  if (engine.state === "failed") return Promise.reject(wrong({ kind: "machine", text: "The engine does not run here." }));
  return new Promise((done, fail) => {
    const id = ++next;
    waiting.set(id, { done, fail, progress });
    opening.then(() => waiting.has(id) && worker.postMessage({ id, request, files, image }));
  });
}

export const ask = async (name, fields = {}) => (await askWithFiles({ ask: name, ...fields })).value;
export const memory = () => new Promise((done, fail) => {
  waiting.set(++next, { done: ({ value }) => done(value.bytes), fail });
  worker.postMessage({ id: next, memory: true });
});

// The paper that people buy where this browser says it is.
export function localPaper() {
  let region = "";
  try {
    region = new Intl.Locale(navigator.language).maximize().region;
  } catch {
    // some browsers say "c" or "en-US@posix", which is no language
  }
  return document.documentElement.dataset.letter.split(" ").includes(region) ? "letter" : "a4";
}

// A file of `py/`, fetched, or unpacked where the whole site is one file.
export async function engineFile(name) {
  const inside = document.getElementById(`inside-${name}`);
  if (!inside) return new Uint8Array(await (await fetch(`py/${name}`)).arrayBuffer());
  return unpack(inside.textContent);
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function unpackInside() {
  const scripts = [...document.querySelectorAll("script[data-engine]")];
  if (!scripts.length) return null;
  return Object.fromEntries(await Promise.all(scripts.map(async (script) => [script.dataset.engine, await unpack(script.textContent)])));
}

// The cards in a photo, as a canvas has it.
export async function readPhoto(canvas) {
  const image = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return (await askWithFiles({ ask: "scan", photos: ["photo"] }, { photo: new Uint8Array() }, null, image)).value;
}
