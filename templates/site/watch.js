// Says what is wrong where the page does not start: a file that did not come, or a table that does not answer. It is no module, and needs none.
(() => {
  const WAIT_MS = 12_000;
  const AGAIN_MS = 3_000;
  const TRIES = 3;
  const NAME = "triple-topper-table tries";
  const started = () => document.body.dataset.started !== undefined;
  document.querySelector(".stuck button").addEventListener("click", () => location.reload());

  function tell() {
    if (started()) return;
    document.querySelector(".stuck").hidden = false;
    const engine = document.querySelector("#engine");
    engine.textContent = "The page could not be loaded.";
    engine.dataset.state = "failed";
  }

  // A file that did not come: a few tries without a tap, because the table may only be busy.
  addEventListener("error", ({ target }) => {
    if (target?.tagName !== "SCRIPT") return;
    let tries = TRIES;
    try {
      tries = Number(sessionStorage.getItem(NAME) ?? 0);
      sessionStorage.setItem(NAME, String(tries + 1));
    } catch {
      // a private window: the button is enough
    }
    if (tries < TRIES) setTimeout(() => location.reload(), AGAIN_MS * (0.5 + Math.random()));
    else tell();
  }, true);
  setTimeout(tell, WAIT_MS);
  addEventListener("pagehide", () => started() && sessionStorage.removeItem(NAME));
})();
