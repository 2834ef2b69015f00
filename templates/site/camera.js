// Cards from a photo: the phone's own camera button, then what was read. People check it; nothing is entered from here.
import { el, button, newId, say } from "./dom.js";
import { cardName, face } from "./cards.js";
import { readPhoto } from "./engine.js";

const LONGEST_PX = 2400; // more shows nothing new in a corner

// A button for a field of cards; `found(codes)` gets what is sure or was chosen.
export function cameraButton(label, found, text = "Or photograph them") {
  const place = el("div", { class: "photo", role: "status" });
  const input = el("input", { type: "file", accept: "image/*", capture: "environment", id: newId("photo"), "aria-label": `Photo: ${label}`, onchange: read });
  async function read() {
    if (!input.files.length) return;
    place.textContent = "The photo is being read.";
    try {
      const photo = await smaller(input.files[0]);
      const seen = await readPhoto(photo);
      found(seen.cards.map((card) => card.code));
      place.replaceChildren(...seen.lines.map((line) => el("p", {}, line)), ...seen.unsure.map((one) => doubt(photo, one, found)));
      say(seen.lines.join(" "));
    } catch (error) {
      place.textContent = error.text ?? "This photo can't be opened. Take it again as JPEG.";
    }
    input.value = "";
  }
  return el("div", { class: "field" }, el("label", { for: input.id }, text), input, place);
}

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = el("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// The corner as the photo has it, with both cards that it may be.
function doubt(photo, one, found) {
  const [left, right] = [Math.min, Math.max].map((end) => end(...one.polygon.map(([x]) => x)));
  const [top, bottom] = [Math.min, Math.max].map((end) => end(...one.polygon.map(([, y]) => y)));
  const size = Math.max(right - left, bottom - top) * 1.4;
  const cut = el("canvas", { width: 120, height: 120, role: "img", "aria-label": "The corner in the photo" });
  cut.getContext("2d").drawImage(photo, (left + right - size) / 2, (top + bottom - size) / 2, size, size, 0, 0, 120, 120);
  const choose = (code) => { if (code) found([code]); row.remove(); };
  const row = el("div", { class: "row" }, cut, one.codes.map((code) => el("button", { type: "button", class: "offer", "aria-label": cardName(code), onclick: () => choose(code) }, face(code, "", true))), button("Neither", () => choose(null), "small"));
  return row;
}
