// What every screen asks. Python in a worker answers (site.js), or the host's computer (table.js): the page that starts says which.
// mayKeep: this page, of all that are open, writes the score. live: others write the same score; then role, seat, mayWrite, entries,
// and closed say what the host's computer says. It sends the events `state` and `news`. The page that starts gives it start(),
// answer(request, files, progress), cancelAll(readAgain), readPhoto(canvas), which gives the cards in it, and file(name), one of `py/`.
export const engine = Object.assign(new EventTarget(), { state: "starting", kept: true, mayKeep: false, live: false });

export const wrong = (error) => Object.assign(new Error(error.text), error);

// `text` is for the line at the end of the page, `reason` says more where it failed.
export function become(state, text = "", reason = "") {
  Object.assign(engine, { state, text, reason });
  engine.dispatchEvent(new Event("state"));
}

// `ask` gives the value of an answer, or throws its error: {kind, text, field}.
export const ask = async (name, fields = {}) => (await engine.answer({ ask: name, ...fields })).value;
export const askWithFiles = (...asked) => engine.answer(...asked);

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
