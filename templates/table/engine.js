// Asks the host's computer. `ask` gives the value of an answer, or throws its error: {kind, text, field}.
const AWAY = { kind: "away", text: "The host's computer did not answer. Look at the score before you enter it again." }; // it may have arrived
const WAIT_MS = 40_000;

const wrong = (error) => Object.assign(new Error(error.text), error);

// A route of the table: read without `body`, asked with it. A Blob is a photo.
export async function call(route, body) {
  const isPhoto = body instanceof Blob;
  const request = body === undefined ? {} : { method: "POST", headers: { "content-type": isPhoto ? "image/jpeg" : "application/json" }, body: isPhoto ? body : JSON.stringify(body) };
  let reply;
  try {
    reply = await fetch(`api/${route}`, { ...request, cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(WAIT_MS) });
  } catch {
    throw wrong(AWAY);
  }
  if (reply.headers.get("content-type")?.startsWith("application/json")) {
    const answer = await reply.json();
    if (answer.ok === false) throw wrong(answer.error);
    return answer;
  }
  throw wrong({ kind: reply.status === 429 ? "busy" : "refused", text: await reply.text() });
}

const words = new TextDecoder();

// What the core is asked everywhere; pictures of cards lie ready as files.
export async function ask(name, fields = {}) {
  if (name === "faces") return { faces: JSON.parse(words.decode(await engineFile(fields.ink === "low" ? "faces-low.json" : "faces.json"))) };
  return (await call("ask", { ask: name, ...fields })).value;
}

export const engineFile = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

// The cards in a photo: it is read in the memory of the host's computer.
export const readPhoto = async (canvas) => (await call("scan", await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9)))).value;
