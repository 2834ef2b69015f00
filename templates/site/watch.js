// Says what is wrong where the page does not start: a file that did not come, or a table that does not answer. It is no module, and needs none.
(() => {
  const WAIT_MS = 12_000;
  const AGAIN_MS = 3_000;
  const TRIES = 3;
  const NAME = "triple-topper-table tries";
  const started = () => document.body.dataset.started !== undefined;

  function tell() {
    if (started()) return;
    const again = document.createElement("button");
    again.className = "main";
    again.type = "button";
    again.textContent = "Try again";
    again.addEventListener("click", () => location.reload());
    const box = document.createElement("div");
    box.className = "error stuck";
    const text = document.createElement("p");
    text.textContent = "This page could not be loaded completely. The host's computer is busy or too far away.";
    box.append(text, again);
    document.querySelector("#bars").replaceChildren(box);
    document.querySelector("#engine").textContent = "The page could not be loaded.";
    document.querySelector("#engine").dataset.state = "failed";
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
