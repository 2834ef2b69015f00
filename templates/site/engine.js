// What every screen asks. Python in a worker answers (worker-engine.js), or the host's computer (host-engine.js): the page that starts says which.
// mayKeep: this page, of all that are open, writes the score. live: others write the same score; then role, seat, mayWrite, entries,
// and closed say what the host's computer says.
export const engine = { state: "starting", kept: true, mayKeep: false, live: false };
let answers = null;
const listeners = [];
const hearers = new Set();

export const wrong = (error) => Object.assign(new Error(error.text), error);
export const onEngine = (listener) => listeners.push(listener);
export const onNews = (hearer) => hearers.add(hearer);
export const tellNews = () => hearers.forEach((hear) => hear());

// `text` is for the line at the end of the page, `reason` says more where it failed.
export function become(state, text = "", reason = "") {
  Object.assign(engine, { state, text, reason });
  listeners.forEach((listener) => listener(engine));
}

export function startEngine(made) {
  answers = made;
  return answers.start();
}

// `ask` gives the value of an answer, or throws its error: {kind, text, field}.
export const ask = async (name, fields = {}) => (await askWithFiles({ ask: name, ...fields })).value;
export const askWithFiles = (...asked) => answers.askWithFiles(...asked);
export const cancelAll = (readAgain) => answers.cancelAll(readAgain);
export const readPhoto = (canvas) => answers.readPhoto(canvas); // the cards in it
export const engineFile = (name) => answers.engineFile(name); // a file of `py/`
export const tryAgain = () => answers.start();

// The paper that people buy where this browser says it is.
export function localPaper() {
  let region = "";
  try {
    region = new Intl.Locale(navigator.language).maximize().region;
  } catch {
    // some browsers say "c" or "en-US@posix", which is no language
  }
  return document.documentElement.dataset.letter.split(" ").includes(region) ? "letter" : "a4";
}
