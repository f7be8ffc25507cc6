// A table's scoreboard stays fresh while somebody looks at it: it asks every two seconds, and
// at once on coming back. What was unfolded stays unfolded when the board is replaced.

const poll = () => {
  const board = document.querySelector("[data-poll]");
  if (board && document.visibilityState === "visible") htmx.trigger(board, "poll");
};
setInterval(poll, 2000);
document.addEventListener("visibilitychange", poll);
addEventListener("pageshow", e => { if (e.persisted) poll(); });
addEventListener("online", poll);

let unfolded = [];
document.addEventListener("htmx:beforeSwap", e => {
  const { target } = e.detail;
  if (target.id === "board") unfolded = [...target.querySelectorAll("details[open]")].map(el => el.id);
});
document.addEventListener("htmx:afterSettle", () => {
  unfolded.forEach(id => document.getElementById(id)?.setAttribute("open", ""));
});
