// Your own hand: asked for while it is looked at, and gone from the page when nobody looks.
import { $, el, button, errorBox, hideBar, say, showBar } from "./dom.js";
import { call } from "./engine.js";
import { faces } from "./cards.js";
import { fairParts, promiseButton, tellToDraw } from "./fair.js";

let shown = "";
let looking = 0; // counts the looks: what comes too late for one is thrown away

export function showHand({ me, state, dealt, fair, ended }) {
  const key = JSON.stringify([me, state?.night, state?.next_hand, state?.over, dealt, fair, ended]);
  if (!me || key === shown) return;
  shown = key;
  looking += 1;
  const place = $("#handing");
  const proof = fair ? fairParts(me, fair) : [];
  tellToDraw(me, ended ? null : fair?.promise);
  if (dealt?.late.length) showBar("late", dealt.late.map((name) => `A phone that took ${name}'s seat after the deal has looked at ${name}'s hand.`).join(" ") + " If that was somebody else, collect the cards and deal again.");
  else hideBar("late");
  if (!state || state.over || ended) return place.replaceChildren(el("p", { class: "quiet idle" }, "No hand is being played."), ...proof);
  const error = el("div", { id: "hand-error" });
  const host = me.role === "host";
  if (!dealt && fair?.promise) return place.replaceChildren(error, ...proof);
  if (!dealt) {
    const how = host ? "Deal the cards on the phones, or from a real deck as usual. Each phone with a seat sees its own hand; this computer shows nobody's but yours." : "The host has dealt nothing here. Are there real cards on the table?";
    return place.replaceChildren(el("p", {}, how), error, host && state.game !== "points" ? el("div", { class: "row" }, button(`Deal hand ${state.next_hand}`, () => change("deal", "Dealt", { after: 0 }), "main"), promiseButton(state.next_hand)) : "", ...proof);
  }
  const parts = [own(me, dealt), error, open(dealt)];
  if (host) parts.push(el("div", { class: "row" }, dealt.deal < dealt.deals ? button(`Deal ${dealt.deal + 1} of ${dealt.deals}`, () => change("deal", "Dealt", { after: dealt.deal }), "main") : "", button("Collect the cards", () => change("collect", "The cards are collected"), "plain")));
  place.replaceChildren(...parts, ...proof);
}

async function change(route, told, body = {}) {
  try {
    await call(route, body);
    say(told);
  } catch (error) {
    $("#hand-error").replaceChildren(errorBox(error));
    say(error.text);
  }
}

function own(me, dealt) {
  const count = dealt.sizes[me.seat];
  if (!me.seat) return el("p", {}, "Take your seat under “Table”: your hand is for you alone.");
  if (count === undefined) return el("p", {}, `${me.seat} has no cards in this hand.`);
  const cards = el("div", { class: "own", id: "own", hidden: true });
  const always = el("input", { type: "checkbox", id: "always", onchange: () => (always.checked ? look(cards) : hide(cards)) });
  const release = () => !always.checked && hide(cards);
  const hold = button("Hold to look", null, "look", {
    onpointerdown: (event) => { event.target.setPointerCapture?.(event.pointerId); look(cards); },
    onpointerup: release, onpointercancel: release, onlostpointercapture: release, onblur: release,
    onkeydown: (event) => [" ", "Enter"].includes(event.key) && !event.repeat && look(cards),
    onkeyup: release, oncontextmenu: (event) => event.preventDefault(),
  });
  return el("section", { class: "panel", "aria-label": "Your hand" }, el("h2", {}, `${me.seat}, hand ${dealt.hand}: ${count} ${count === 1 ? "card" : "cards"}`), hold, el("label", { class: "switch" }, always, el("span", {}, "Keep it open")), cards);
}

async function look(place) {
  const mine = (looking += 1);
  try {
    const { cards } = await call("hand", {});
    if (mine !== looking) return;
    place.replaceChildren(faces(cards, "large"));
    place.hidden = false;
  } catch (error) {
    if (mine === looking) place.replaceChildren(errorBox(error)), (place.hidden = false);
  }
}

function hide(place) {
  looking += 1;
  place.hidden = true;
  place.replaceChildren();
}

// Who puts the phone away, or goes to another screen, leaves no card on it.
function cover() {
  const place = $("#own");
  if (!place) return;
  hide(place);
  $("#always").checked = false;
}
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && cover());
addEventListener("hashchange", cover);
addEventListener("pagehide", cover);

// What lies face up for all, and who begins.
function open(dealt) {
  const up = Object.entries(dealt.up).map(([name, cards]) => el("div", {}, el("p", { class: "quiet" }, name), faces(cards, "small")));
  const lying = [...dealt.center, ...dealt.table];
  return el("section", { class: "panel", "aria-label": "For all" }, el("h2", {}, dealt.title), dealt.rows.map(([label, text]) => el("p", {}, el("b", {}, label), ` ${text}`)), lying.length ? el("div", {}, el("p", { class: "quiet" }, "Face up on the table"), faces(lying, "small")) : null, up);
}
