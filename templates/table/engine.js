// Asks the host's computer. `ask` gives the value of an answer, or throws its error: {kind, text, field}.
const AWAY = { kind: "away", text: "The host's computer did not answer. Look at the score before you enter it again." }; // it may have arrived
const WAIT_MS = 20_000;

const wrong = (error) => Object.assign(new Error(error.text), error);

// A route of the table: read without `body`, asked with it.
export async function call(route, body) {
  const request = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
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
