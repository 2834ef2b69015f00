// Small things that every screen needs: elements, words, and one place that is read aloud.

export const $ = (selector, root = document) => root.querySelector(selector);

// el("button", { class: "plain", onclick: f }, "Text", otherElement): null and false are left out.
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && name !== "list" && name !== "form" && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const button = (text, onclick, kind = "", attributes = {}) => el("button", { type: "button", class: kind, onclick: onclick && once(onclick), ...attributes }, text);

// Further taps do nothing as long as what the first one began goes on.
function once(run) {
  let isRunning = false;
  return async (event) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run(event);
    } finally {
      isRunning = false;
    }
  };
}

// Whether the last tap was the same and just before: of two quick taps the second hits what has taken the place of the first button.
let tapped = { what: "", at: 0 };
export function isTwice(what, withinMs = 350) {
  const before = tapped;
  tapped = { what, at: performance.now() };
  return what === before.what && tapped.at - before.at < withinMs;
}

let named = 0;
export const newId = (what) => `${what}-${++named}`;

// Something to fill in, below its name.
export function labeled(text, input, more = {}, ...after) {
  input.id ||= newId("field");
  return el("div", { class: "field", ...more }, el("label", { for: input.id }, text), input, ...after);
}

// Says something once to those who hear the page.
export function say(text) {
  const place = $("#said");
  place.textContent = "";
  setTimeout(() => (place.textContent = text), 50);
}

// Several bars can be above the page: what is wrong, what is new. One of a name takes the place of the last.
export function showBar(name, text, ...more) {
  hideBar(name);
  $("#bars").append(el("div", { class: "bar", "data-bar": name }, el("p", {}, text), ...more));
}
export const hideBar = (name) => $(`#bars [data-bar="${name}"]`)?.remove();

// As on a screen: without how cards that count as something are written.
const plain = (text) => text.replace(/ \([RYGBKJ][^)]*=[^)]*\)/, "");
export const errorBox = (error) => el("div", { class: "error" }, sentence(plain(error.text ?? String(error))).split("\n").filter(Boolean).map((line) => el("p", {}, line)));

// Does what is asked; where it fails, the error takes the place of what is there.
export async function attempt(place, work) {
  await Promise.resolve().then(work).catch((error) => place.replaceChildren(errorBox(error)));
}

export function download(name, bytes, type = "application/octet-stream") {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const size = bytes.length >= 1e6 ? `${(bytes.length / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes.length / 1000))} kB`;
  return el("a", { class: "file", href: address, download: name.split("/").pop() }, `Save ${name.split("/").pop()}`, el("span", { class: "quiet" }, ` ${size}`));
}

const QUIET = 4; // modules of white around a QR code

// A QR code of rows of modules, 1 for dark, as a picture.
export function qrCode(rows, label) {
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
  return el("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
}

// Chromium asks the network, not the service worker, for a link with `download`: a file that lies ready is fetched, which
// works offline, and handed over like one that was made here.
export async function saveReady(event) {
  const link = event.target.closest?.("a[download]");
  if (!link || !/^https?:/.test(link.protocol) || !navigator.serviceWorker?.controller) return;
  event.preventDefault();
  try {
    const reply = await fetch(link.href);
    if (!reply.ok) throw new Error(reply.statusText);
    const ready = download(link.download, new Uint8Array(await reply.arrayBuffer()), "application/pdf");
    ready.click();
    setTimeout(() => URL.revokeObjectURL(ready.href), 60_000);
    hideBar("download");
  } catch {
    showBar("download", "This file could not be fetched. Check the network and try again.");
  }
}

// Whether a kept value is of the kind of `other`, so that a damaged setting, or one of another version, does no harm.
export const isAlike = (value, other) =>
  other === null || (value !== null && typeof value === typeof other && Array.isArray(value) === Array.isArray(other)
    && (Array.isArray(other) || typeof other !== "object" || Object.keys(other).every((key) => isAlike(value[key], other[key]))));

// Whether something was refused for what it is. If not, nobody looked at it: the network was away, or the machine was busy.
const ELSEWHERE = ["away", "busy", "refused", "stranger", "denied", "machine", "cancelled"];
export const isRefused = (error) => !ELSEWHERE.includes(error.kind);

// Whether this device asks for as little motion as possible.
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Many buttons are one stop of the tabulator: arrows go along them, and the stop stays at the one that was used last, also when all are drawn again.
const stops = new Map(); // its key, by the name of the group
export function oneStop(name, group, buttons) {
  const put = (chosen) => buttons.forEach((each) => (each.tabIndex = each === chosen ? 0 : -1));
  const stay = ({ target }) => {
    const chosen = buttons.find((each) => each.contains(target));
    if (!chosen) return;
    stops.set(name, chosen.dataset.key);
    put(chosen);
  };
  put(buttons.find((each) => each.dataset.key === stops.get(name)) ?? buttons[0]);
  group.addEventListener("focusin", stay);
  group.addEventListener("click", stay, true); // Safari gives no focus to what is tapped
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && buttons[buttons.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  return group;
}

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
