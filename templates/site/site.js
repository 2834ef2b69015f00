// The site: the page with Python in this browser.
import { ask, askWithFiles, engine } from "./engine.js";
import { memory, workerEngine } from "./worker-engine.js";
import { keepSite } from "./store.js";
import { startPage } from "./page.js";

startPage(workerEngine, "home");
addEventListener("load", () => setTimeout(keepSite, 0));
if (document.readyState === "complete") keepSite();
globalThis.tripleTopper = { ask, makeHere: askWithFiles, engine, memory }; // for those who look under the hood, and for the tests
