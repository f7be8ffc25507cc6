// The server's clock, as every phone at a table reckons it: no phone's own is to be trusted.

// How far this phone's clock is ahead. An answer was stamped while it was under way, so each bounds it
// from both sides, and all together more closely than the quickest does. Clocks drift apart, so what is
// known grows wider with time; one that does not fit was put right meanwhile, and what was known is void.
const DRIFT = 1e-4; // of the time that passes; quartz has a fifth to a half of it
let least = -Infinity;
let most = Infinity;
let ahead = 0;
let last = 0;
const learn = (sent, got, stamp) => {
  const wider = 1 + Math.abs(got - last) * DRIFT; // stamps are whole milliseconds
  const [low, high] = [Math.max(sent - stamp, least - wider), Math.min(got - stamp, most + wider)];
  [least, most] = low > high ? [sent - stamp, got - stamp] : [low, high];
  ahead = (least + most) / 2;
  last = got;
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

document.addEventListener("heard", ({ detail }) => { if (detail[2]) learn(...detail); });

// The moment on the server, in milliseconds.
export const now = () => Date.now() - ahead;
// By how much it may be wrong; nothing is known any more a minute after the server was last heard.
export const doubt = () => {
  const since = Math.abs(Date.now() - last);
  return since < 60000 ? Math.ceil((most - least) / 2 + since * DRIFT) : NaN;
};
