// The server's clock, as every phone at a table reckons it: no phone's own is to be trusted.

// How far this phone's clock is ahead. An answer was stamped while it was under way, so each bounds it
// from both sides, and all together more closely than the quickest does. Clocks drift by some
// milliseconds; one that is off by more was put right meanwhile, and what was known is void.
const DRIFT = 50;
let least = -Infinity;
let most = Infinity;
let ahead = 0;
const learn = (sent, got, stamp) => {
  const [low, high] = [sent - stamp, got - stamp];
  if (low > most + DRIFT || high < least - DRIFT) [least, most] = [low, high];
  const [one, other] = [Math.max(least, low), Math.min(most, high)];
  [least, most] = [Math.min(one, other), Math.max(one, other)];
  ahead = (least + most) / 2;
};

// A page says when it was made. Of the first one the browser says how long it was under way.
const arrived = load => {
  const made = Number(document.querySelector("[data-now]")?.dataset.now);
  if (!made || most < Infinity) return;
  const { timeOrigin } = performance;
  if (load?.responseStart && load.type !== "back_forward") {
    learn(timeOrigin + load.requestStart, timeOrigin + load.responseStart, made);
  } else ahead = Date.now() - made;
};
arrived(performance.getEntriesByType("navigation")[0]);
document.addEventListener("htmx:afterSettle", () => arrived());
const asked = new WeakMap();
document.addEventListener("htmx:beforeSend", e => { asked.set(e.detail.xhr, Date.now()); });
document.addEventListener("htmx:afterRequest", e => {
  const { xhr } = e.detail;
  const sent = asked.get(xhr);
  const stamp = Number(xhr?.getResponseHeader("X-Now"));
  if (stamp && sent) learn(sent, Date.now(), stamp);
});

// The moment on the server, in milliseconds.
export const now = () => Date.now() - ahead;
