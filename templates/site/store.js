// What this browser keeps: the files of the nights, and a few settings. Nothing of it leaves the device.
import { hideBar, isAlike, showBar } from "./dom.js";

const DATABASE = "triple-topper";
let opened = null;
export const storage = { works: true };

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
  const reason = error?.name === "QuotaExceededError"
    ? "There is no room left on this device. What you enter counts, but it is kept only while this page is open: save the game night as a file."
    : "This browser keeps nothing here (a private window does not, nor do some settings). The score is kept only while this page is open: save the game night as a file.";
  if (document.body.dataset.keeps) showBar("storage", reason);
}

// One page at a time writes the score. Says whether this one does; `changed` gets that each time that another page takes it or gives it up.
let queued = null; // the wish to write as soon as no other page does
export async function holdScore(changed, steal = false) {
  if (!navigator.locks) return true;
  queued?.abort();
  function hold(options, answer) {
    let isHeld = false;
    const work = (lock) => {
      answer((isHeld = Boolean(lock)));
      return isHeld ? new Promise(() => {}) : wait(); // until the page is closed, or another takes it
    };
    navigator.locks.request("triple-topper-score", options, work).catch(() => isHeld && [wait(), changed(false)]);
  }
  function wait() {
    queued = new AbortController();
    hold({ signal: queued.signal }, changed);
  }
  return new Promise((done) => hold(steal ? { steal: true } : { ifAvailable: true }, done));
}

export const askToKeep = () => navigator.storage?.persist?.().catch(() => {});
