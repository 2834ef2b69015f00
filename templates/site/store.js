// What this browser keeps: the files of the nights, and a few settings. Nothing of it leaves the device.
import { button, hideBar, isAlike, showBar } from "./dom.js";

const DATABASE = "triple-topper";
let opened = null;
export const storage = { works: true, reason: "" };

function open() {
  opened ??= new Promise((done, fail) => {
    if (!globalThis.indexedDB) return fail(new Error("this browser keeps nothing"));
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => { request.result.createObjectStore("files"); request.result.createObjectStore("settings"); };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
    request.onblocked = () => fail(new Error("another tab holds an older version"));
  });
  return opened;
}

async function within(store, mode, work) {
  const database = await open();
  return new Promise((done, fail) => {
    const transaction = database.transaction(store, mode, { durability: "strict" });
    const result = work(transaction.objectStore(store));
    transaction.oncomplete = () => done(result instanceof IDBRequest ? result.result : undefined);
    transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error("not kept"));
  });
}

// Every kept file by its name; none where the browser keeps nothing.
export async function readFiles() {
  try {
    const files = {};
    await within("files", "readonly", (store) => {
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        files[cursor.key] = cursor.value instanceof Uint8Array ? cursor.value : new Uint8Array(); // damaged: an empty file
        cursor.continue();
      };
    });
    return files;
  } catch (error) {
    complain(error);
    return {};
  }
}

// All of them take the place of all that is there, or none does. Says whether they are kept.
export async function keepFiles(files) {
  try {
    await within("files", "readwrite", (store) => {
      store.clear();
      for (const [name, bytes] of Object.entries(files)) store.put(bytes, name);
    });
    storage.works = true;
    hideBar("storage");
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

export async function readSetting(name, other = null) {
  const kept = (await within("settings", "readonly", (store) => store.get(name)).catch(() => unkept.get(name))) ?? other;
  return isAlike(kept, other) ? kept : other;
}

const unkept = new Map(); // settings while this page is open, where the browser keeps nothing
export function keepSetting(name, value) {
  unkept.set(name, value);
  return within("settings", "readwrite", (store) => store.put(value, name)).catch(complain);
}

function complain(error) {
  storage.works = false;
  storage.reason = error?.name === "QuotaExceededError"
    ? "There is no room left on this device. What you enter counts, but it is kept only while this page is open: save the game night as a file."
    : "This browser keeps nothing here (a private window does not, nor do some settings). The score is kept only while this page is open: save the game night as a file.";
  if (document.body.dataset.keeps) showBar("storage", storage.reason);
}

// One page at a time writes the score. The one that has it calls `lost` when another takes it.
let queued = null; // the wish to write as soon as no other page does
export async function holdScore(lost, steal = false) {
  if (!navigator.locks) return true;
  queued?.abort();
  return new Promise((done) => hold(lost, steal ? { steal: true } : { ifAvailable: true }, done));
}

// Calls `free` once no other page writes the score any longer: this one has it then.
export function waitForScore(lost, free) {
  queued = new AbortController();
  hold(lost, { signal: queued.signal }, free);
}

function hold(lost, options, answer) {
  let held = false;
  const work = (lock) => {
    held = Boolean(lock);
    answer(held);
    return held ? new Promise(() => {}) : null; // until the page is closed, or another takes it
  };
  navigator.locks.request("triple-topper-score", options, work).catch(() => held && lost());
}

export const askToKeep = () => navigator.storage?.persist?.().catch(() => {});

// Keeps the whole site on the device, and says when there is a newer one: never in the middle of something.
export async function keepSite() {
  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;
  try {
    const had = Boolean(navigator.serviceWorker.controller);
    const registration = await navigator.serviceWorker.register("sw.js");
    const offer = () => {
      if (!registration.waiting || !had) return;
      const start = button("Start it now", () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        registration.waiting.postMessage("start");
      });
      showBar("update", "A newer version of this page is here. It starts when you close the page and open it again. The score and what you have typed into it are kept.", start);
    };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
    await navigator.serviceWorker.ready;
    document.body.dataset.offline = "yes";
  } catch {
    document.body.dataset.offline = "no"; // without it everything works but the next visit needs the network
  }
}
