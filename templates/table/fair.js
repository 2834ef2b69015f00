// A deal that is promised first: the promise, your own draw, and the receipt. This phone keeps what it saw and drew, to compare it later.
import { $, el, button, download, errorBox, hideBar, qrCode, say, showBar, sentence } from "./dom.js";
import { ask, call } from "./engine.js";
import { cardName, face } from "./cards.js";
import { keepSetting, readSetting } from "./store.js";

const seen = {}; // by the promise's name: {digits, cards by seat, byHost: the seats for which the host drew}
readSetting("promises", {}).then((kept) => Object.assign(seen, { ...kept, ...seen }));

function remember(id, more) {
  seen[id] = { ...seen[id], ...more };
  keepSetting("promises", seen);
}

const chance = (below) => crypto.getRandomValues(new Uint32Array(1))[0] % below; // of 125 at most: as good as even

async function change(route, body, told) {
  try {
    await call(route, body);
    say(told);
    return true;
  } catch (error) {
    $("#hand-error")?.replaceChildren(errorBox(error));
    say(error.text);
    return false;
  }
}

async function draw(promise, seat) {
  try {
    const { cards } = await call("pile");
    const kept = seen[promise.id]?.cards ?? {};
    const card = kept[seat] ?? cards[chance(cards.length)]; // a second try sends the same one
    remember(promise.id, { cards: { ...kept, [seat]: card } }); // before it is sent: the answer may be lost
    await change("draw", { card, promise: promise.digits }, `You drew ${cardName(card)}`);
  } catch (error) {
    $("#hand-error")?.replaceChildren(errorBox(error));
  }
}

export const promiseButton = (hand) => button("Deal so that all can check it", () => change("promise", {}, `Hand ${hand} is promised`), "plain");

// On another screen a bar says that a card waits to be drawn.
export function tellToDraw(me, promise) {
  const mine = promise && promise.drawers.includes(me?.seat) && !promise.drawn.includes(me.seat);
  if (!mine) return hideBar("draw");
  if (!document.querySelector('[data-bar="draw"]')) showBar("draw", `Hand ${promise.hand} is promised. Draw your card under “Hand”.`);
}

// What is to be seen of a fair deal now, above the hand.
export function fairParts(me, { promise, taken_back, receipts }) {
  const parts = [];
  if (taken_back) parts.push(el("p", { class: "error" }, taken_back));
  if (promise) parts.push(promisePart(me, promise));
  for (const each of [...receipts].reverse()) parts.push(receiptPart(each));
  return parts;
}

function promisePart(me, promise) {
  const { id, digits, drawers, drawn, owner, by_host: byHost, cards } = promise;
  if (!seen[id]?.digits || seen[id].byHost?.length !== byHost.length) remember(id, { digits: seen[id]?.digits ?? digits, byHost });
  const all = drawn.length === drawers.length;
  const waits = owner && !drawn.includes(owner) ? owner : "";
  const host = me.role === "host";
  const rows = drawers.map((name) => el("li", {}, el("b", {}, name), ` ${drawWords(name, waits, promise)} `, !all && host && !drawn.includes(name) && (!waits || waits === name) ? button(`Draw for ${name}`, () => change("draw-for", { seat: name }, `You drew for ${name}`), "plain") : null));
  const mine = seen[id].cards?.[me.seat];
  const may = !all && drawers.includes(me.seat) && !drawn.includes(me.seat);
  const changed = all && mine && !byHost.includes(me.seat) && cards[me.seat] !== mine;
  const text = el("div", {}, qrCode(promise.modules, "QR code of the 64 digits below"), el("p", { class: "code" }, digits));
  const kept = all ? el("details", {}, el("summary", {}, `Promise ${id} and the cards drawn`), text, el("ul", { class: "plain-list" }, rows)) : [el("p", {}, "The host's computer has promised this deal, and cannot change it anymore. What all draw decides the deal together with it. Each phone keeps the promise; if you want to be sure, take a picture."), text, el("ul", { class: "plain-list drawers" }, rows)];
  return el("section", { class: "panel", "aria-label": "The promised deal", id: "promise" }, el("h2", {}, `Hand ${promise.hand} ${all ? "was" : "is"} promised`), kept,
    changed ? el("p", { class: "error" }, `This phone drew ${cardName(mine)} for ${me.seat}, and that is not what the host's computer shows. Do not play this deal.`) : null,
    may ? button(waits && waits !== me.seat ? `${waits} draws first` : "Draw my card", () => draw(promise, me.seat), "main", { disabled: Boolean(waits && waits !== me.seat) }) : null,
    mine && drawn.includes(me.seat) && !all ? el("p", {}, "You drew ", face(mine, "small"), " It only mixes the deck; nobody gets it by this.") : null,
    !all && host ? el("div", { class: "row" }, button("Take the promise back", () => change("take-back", {}, "The promise is taken back"), "plain")) : null);
}

function drawWords(name, waits, { drawn, owner, by_host: byHost, cards }) {
  if (!drawn.includes(name)) return waits === name ? "draws first, for all to see: it is the host's own seat." : "has not drawn yet.";
  const card = cards[name] ? ` ${cardName(cards[name])}` : "";
  if (byHost.includes(name)) return `did not draw: the host drew${card}, the first of the pile.`;
  return card ? `drew${card}${name === owner ? ", before the others" : ""}.` : "has drawn.";
}

function receiptPart({ id, hand, title }) {
  const result = el("div", { role: "status" });
  const check = async () => {
    try {
      const { receipt } = await call("receipt", { id });
      const kept = seen[id] ?? {};
      const value = await ask("deal.check", { receipt, commitment: kept.digits ?? null });
      const own = value.draws.filter(([name]) => kept.cards?.[name] && !kept.byHost?.includes(name));
      const isProven = value.proven && own.every(([name, card]) => kept.cards[name] === card);
      const lines = value.claims.map(({ claim, true: holds }) => el("li", {}, `${holds ? "Yes" : "No"}: ${claim}`));
      for (const [name, card] of own) lines.push(el("li", {}, kept.cards[name] === card ? `Yes: ${name} has the card in it that this phone drew` : `No: this phone drew ${cardName(kept.cards[name])} for ${name}`));
      result.replaceChildren(el("div", { class: `verdict ${isProven ? "yes" : "no"}` }, el("p", { class: "first" }, isProven ? "The receipt proves the deal." : "Not proven."), el("ul", { class: "plain-list" }, lines), value.faults.map((fault) => el("p", {}, sentence(fault)))),
        kept.digits ? el("p", { class: "code" }, kept.digits) : el("p", {}, "This phone came later and has not seen the promise. Ask one that has."),
        download(`receipt-${id}.json`, new TextEncoder().encode(receipt), "application/json"),
        el("p", { class: "quiet" }, "That was the host's computer speaking. On one of your own: tt-print deal --check, or Deal on the site, with the digits above."));
    } catch (error) {
      result.replaceChildren(errorBox(error));
    }
  };
  return el("section", { class: "panel receipt", "aria-label": `Receipt ${id}` }, el("h2", {}, `Receipt of hand ${hand}, ${title}`), button("Check the deal", check, "plain", { "aria-label": `Check the deal of hand ${hand}` }), result);
}
