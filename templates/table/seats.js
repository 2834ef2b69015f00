// Who is at the table: your own seat, and for the host the invitation, who may write, and the end of the evening.
import { $, el, button, errorBox, qrCode, say } from "./dom.js";
import { call } from "./engine.js";

let shown = "";
let invitation = null;

export async function showSeats({ me, seats, ended }) {
  const key = JSON.stringify([me, seats, ended]);
  const place = $("#seating");
  if (!me || key === shown) return;
  shown = key;
  const isHost = me.role === "host";
  const rows = seats.map((seat) => el("li", { class: "panel seat" }, el("b", {}, seat.name), el("span", { class: "quiet" }, seatWords(seat, me)), el("div", { class: "row" }, ended ? [] : seatButtons(seat, me))));
  const list = rows.length ? el("ul", { class: "seats" }, rows) : el("p", { class: "quiet idle" }, "Seats are here when a game has begun.");
  const error = el("div", { id: "seat-error" });
  const parts = [el("p", {}, isHost ? "You are the host: you may enter hands, and let others do it. If you also play, take your seat." : me.seat ? `You sit on ${me.seat}'s seat.` : "You read along. Whose phone is this?"), error, list];
  if (isHost && !ended) parts.push(await invite(), endPart());
  if (shown === key) place.replaceChildren(...parts);
}

function seatWords(seat, me) {
  if (!seat.taken) return "free";
  return `${seat.name === me.seat ? "your phone" : "a phone"}${seat.may_write ? ", enters hands" : ""}`;
}

function seatButtons(seat, me) {
  const found = [];
  if (!seat.taken) found.push(button(`I am ${seat.name}`, () => change("sit", { seat: seat.name }, `You sit on ${seat.name}'s seat`), me.seat || me.role === "host" ? "plain" : "main"));
  if (seat.name === me.seat) found.push(button("Leave it", () => change("leave", {}, "You read along"), "plain"));
  if (seat.taken && me.role === "host") {
    found.push(button(seat.may_write ? "No longer enters hands" : "May enter hands", () => change("allow", { seat: seat.name, may_write: !seat.may_write }, "Changed"), "plain", { "aria-label": seat.may_write ? `No longer enters hands: ${seat.name}` : `May enter hands: ${seat.name}` }));
    found.push(button("Free the seat", () => change("free", { seat: seat.name }, `${seat.name}'s seat is free`), "plain", { "aria-label": `Free the seat: ${seat.name}` }));
  }
  return found;
}

async function change(route, body, told) {
  try {
    await call(route, body);
    say(told);
  } catch (error) {
    $("#seat-error").replaceChildren(errorBox(error));
    say(error.text);
  }
}

async function invite() {
  try {
    invitation ??= await call("invite");
  } catch (error) {
    return errorBox(error);
  }
  const { lan, addresses, qr } = invitation;
  const how = lan ? "Scan it with a phone in the same Wi-Fi. Anyone who has this code can read the score." : "This table answers on this computer alone. For phones start it with tt-print table --lan.";
  return el("section", { class: "panel invite", "aria-label": "Invitation" }, el("h2", {}, "Invite"), el("p", {}, how), lan ? qrCode(qr, "QR code of the address below") : null, addresses.map((address) => el("p", { class: "code" }, address)));
}

function endPart() {
  const sure = el("div", { class: "row", hidden: true }, button("Yes, close the table", () => change("end", {}, "The table is closed"), "main"));
  return el("div", { class: "row" }, button("End the evening", () => (sure.hidden = false), "plain"), sure);
}
