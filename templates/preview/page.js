// The preview lives as long as this page is open: the program that shows it hears through this line that somebody looks.
const line = new EventSource("alive");
const gone = document.getElementById("gone");
let lost = 0;
line.addEventListener("open", () => {
  clearTimeout(lost);
  lost = 0;
  gone.hidden = true;
});
line.addEventListener("error", () => {
  lost ||= setTimeout(() => { gone.hidden = false; }, 3000);
});
