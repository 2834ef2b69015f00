// The site: the page with Python in a worker beside it as its engine, and kept on the device.
import { button, showBar } from "./dom.js";
import { ask, askWithFiles, become, engine, localPaper, wrong } from "./engine.js";
import { keepFiles, readFiles } from "./store.js";
import { startPage } from "./page.js";

let worker = null;
let opening = null;
let asks = 0;
const waiting = new Map();
let held = null; // the nights as they were last changed here, also where the browser keeps nothing
const READY = "All is ready.";
const STARTS = "The engine is starting. What is ready to print is ready now.";
const FAILED = "The engine does not run here. Everything under “Ready to print” still works.";
const NO_ENGINE = "This browser cannot run it: it has no WebAssembly. Use a newer one.";

// Nobody gets an answer anymore.
function endAll(error) {
  for (const { fail } of waiting.values()) fail(wrong(error));
  waiting.clear();
}

function failed(reason) {
  endAll({ kind: "machine", text: reason });
  become("failed", FAILED, reason);
}

const start = () => (opening = boot());

async function boot() {
  if (typeof WebAssembly !== "object") return failed(NO_ENGINE);
  become("starting", STARTS);
  try {
    const [inside, nights] = await Promise.all([unpackInside(), held ?? readFiles()]);
    const script = document.getElementById("inside-worker");
    // WebKit refuses a module out of a file.
    worker = script ? new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(script.textContent)}`) : new Worker("worker.js", { type: "module" });
    worker.onmessage = hearWorker;
    worker.onerror = (event) => failed(event.message || "The engine did not start.");
    worker.postMessage({ boot: { base: new URL("./", location.href).href, files: inside, nights, paper: localPaper() } });
  } catch (error) {
    failed(String(error));
  }
}

// Ends what is being made; the engine restarts with the nights as they are, or as another page has left them.
function cancelAll(readAgain = false) {
  if (readAgain) held = null;
  worker?.terminate();
  endAll({ kind: "cancelled", text: "Stopped. Nothing was made." });
  return start();
}

async function hearWorker({ data }) {
  if (data.isReady) return become("ready", document.body.dataset.offline === "yes" ? "Everything is ready, even offline." : READY);
  const asked = waiting.get(data.id);
  if (data.failed !== undefined && !asked) return failed(data.failed);
  if (data.progress) return asked?.progress?.(data.progress);
  waiting.delete(data.id);
  if (data.failed !== undefined) return asked.fail(wrong({ kind: "machine", text: `Something went wrong that should not: ${data.failed}` }));
  if (data.kept && engine.mayKeep) {
    held = data.kept;
    engine.kept = await keepFiles(held);
  }
  if (data.answer.ok === false) return asked.fail(wrong(data.answer.error));
  asked.done({ value: data.answer.value, files: data.files ?? {} });
}

function askWorker(request, files = {}, progress = null, image = null) {
  if (engine.state === "failed") return Promise.reject(wrong({ kind: "machine", text: "The engine does not run here." }));
  return new Promise((done, fail) => {
    const id = ++asks;
    waiting.set(id, { done, fail, progress });
    opening.then(() => waiting.has(id) && worker.postMessage({ id, request, files, image }));
  });
}

async function readPhoto(canvas) {
  const image = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return (await askWorker({ ask: "scan", photos: ["photo"] }, { photo: new Uint8Array() }, null, image)).value;
}

// Fetched, or unpacked where the whole site is one file.
async function file(name) {
  const inside = document.getElementById(`inside-${name}`);
  return inside ? unpack(inside.textContent) : new Uint8Array(await (await fetch(`py/${name}`)).arrayBuffer());
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

// Keeps the whole site on the device, and says when there is a newer one: never in the middle of something.
async function keepSite() {
  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;
  try {
    const had = Boolean(navigator.serviceWorker.controller);
    const registration = await navigator.serviceWorker.register("sw.js");
    const offer = () => {
      if (!registration.waiting || !had) return;
      const startIt = button("Start it now", () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        registration.waiting.postMessage("start");
      });
      showBar("update", "A newer version of this page is here. It starts when you close the page and open it again. The score and what you have typed into it are kept.", startIt);
    };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
    await navigator.serviceWorker.ready;
    document.body.dataset.offline = "yes";
  } catch {
    document.body.dataset.offline = "no"; // without it everything works but the next visit needs the network
  }
}

startPage({ start, answer: askWorker, cancelAll, readPhoto, file }, "home");
addEventListener("load", () => setTimeout(keepSite, 0));
if (document.readyState === "complete") keepSite();
globalThis.tripleTopper = { ask, makeHere: askWithFiles, engine }; // for those who look under the hood, and for the tests
