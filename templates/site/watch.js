// Says what is wrong where the page does not start: a file that did not come, or a table that does not answer. It is no module, and needs none.
(() => {
  const [WAIT_MS, AGAIN_MS] = [12_000, 3_000];
  document.querySelector(".stuck button").addEventListener("click", () => location.reload());

  function tell() {
    if (document.body.dataset.started !== undefined) return;
    document.querySelector(".stuck").hidden = false;
    const engine = document.querySelector("#engine");
    engine.textContent = "The page could not be loaded.";
    engine.dataset.state = "failed";
  }

  // A file that did not come: one more try without a tap, because the table may only be busy.
  addEventListener("error", ({ target }) => {
    if (target?.tagName !== "SCRIPT") return;
    if (performance.getEntriesByType("navigation")[0]?.type === "reload") tell();
    else setTimeout(() => location.reload(), AGAIN_MS * (0.5 + Math.random()));
  }, true);
  setTimeout(tell, WAIT_MS);
})();
