// A table's scoreboard stays fresh while somebody looks at it: it asks every two seconds while things
// happen, every second while they play, more rarely the longer nothing happens, and at once on coming
// back, at a touch or after the own write. What was unfolded stays unfolded when the board is replaced.
// While it gets no answer it says since when, and what only some boards need it fetches for those.

import "./server_clock.js"; // it reckons by the answers to polls, from the first one on

// Milliseconds between two questions, and for how long nothing happened then. The server takes a
// phone for present that was heard of within twenty seconds: companion/tables/access.py.
const PACES = [[0, 2000], [60000, 5000], [300000, 15000]];
const PLAYING = 1000; // whose turn it is, and what comes next
let moved = Date.now();
let asked = 0;
const poll = () => {
  const board = document.querySelector("[data-poll]");
  if (!board || document.visibilityState !== "visible") return;
  asked = Date.now();
  htmx.trigger(board, "poll");
};
const pace = () => {
  // While phones count up the host may hurry them (companion/tables/score_reveal.py); who scans is awaited.
  if (document.querySelector("[data-ended]:not([data-shown]), [data-inviting]")) return 500;
  const since = Date.now() - moved;
  if (since < PACES[1][0] && document.querySelector("[data-playing]")) return PLAYING;
  // Nobody touches a screen for all, and everybody looks at it; towards the end all wait for it.
  const quiet = document.querySelector("[data-keep-awake], [data-nearly-finished]") ? 0 : since;
  return PACES.findLast(([least]) => quiet >= least)[1];
};
const now = () => { moved = Date.now(); poll(); };
const touched = () => {
  const slow = pace() > PACES[0][1];
  moved = Date.now();
  if (slow) poll();
};
// A little early: timers come late, and the next look would be a second off.
setInterval(() => { if (Date.now() - asked >= pace() - 100) poll(); }, 250);
document.addEventListener("visibilitychange", now);
addEventListener("pageshow", e => { if (e.persisted) now(); });
addEventListener("online", now);
addEventListener("offline", poll);
addEventListener("pointerdown", touched);
addEventListener("keydown", touched);
document.addEventListener("sent", now);

let unfolded = [];
let seat;
document.addEventListener("htmx:beforeSwap", e => {
  const { target } = e.detail;
  if (target.id !== "board") return;
  unfolded = [...target.querySelectorAll("details[open]")].map(el => el.id);
  seat = target.dataset.seat;
});
document.addEventListener("htmx:afterSwap", e => {
  if (e.detail.target?.id !== "board") return;
  if (document.getElementById("board").dataset.seat !== seat) return location.reload(); // the bar has a sheet now
  unfolded.filter(Boolean).forEach(id => document.getElementById(id)?.setAttribute("open", ""));
  fetchParts();
});

// -- The connection ------------------------------------------------------------------------

let heard = Date.now();
const isPoll = e => e.detail.elt?.id === "board";
const say = cut => {
  const line = document.querySelector("[data-live]");
  if (!line || (line.dataset.live === "cut") === cut) return;
  const { lang } = document.documentElement;
  const time = new Date(heard).toLocaleTimeString(lang, { hour: "numeric", minute: "2-digit" });
  line.dataset.live = cut ? "cut" : "back";
  line.querySelector("[data-connection]").textContent =
    (cut ? line.dataset.cut : line.dataset.back).replace("{time}", time);
};
const lost = e => {
  const pressed = e.detail.elt?.closest("form");
  if (!isPoll(e) && !pressed) return;
  document.body.dataset.cut = "1";
  say(true);
  const line = document.querySelector("[data-lost]");
  if (line && pressed) line.querySelector("[data-connection]").textContent = line.dataset.lost;
};
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:afterRequest", e => {
  if (!isPoll(e) || !e.detail.successful) return;
  heard = Date.now();
  if (e.detail.xhr.status !== 204) moved = heard;
  delete document.body.dataset.cut;
  if (document.querySelector("[data-live=cut]")) say(false);
});

// A page of our own where there is no network, as in sheet_saving.js. Over plain HTTP browsers have no
// workers: there the board that is shown stays instead.
const { worker } = document.body.dataset;
if (worker) navigator.serviceWorker?.register(worker).catch(() => { /* it goes without */ });
const stay = e => {
  if (!document.body.dataset.cut || navigator.serviceWorker?.controller) return;
  const leads = e.type === "submit" ? !e.target.matches("[hx-post]") : e.target.closest?.("a[href]");
  if (leads) e.preventDefault();
};
document.addEventListener("click", stay);
document.addEventListener("submit", stay);

// -- What only some boards need -------------------------------------------------------------

const owed = () => {
  try { return Object.keys(localStorage).some(key => key.startsWith("edit:")); } catch { return false; }
};
const PARTS = {
  "[data-until], [data-elapsed-ms]": () => import("./timers.js"),
  "[data-ended]": () => import("./score_reveal.js"),
  "[data-own-number]": () => import("./random_draw_seed.js"),
  "[data-share]": () => import("./share_link.js"),
};
const fetchParts = () => {
  Object.entries(PARTS).forEach(([what, fetchIt]) => { if (document.querySelector(what)) fetchIt(); });
  // the server only knows the day of its own clock
  const day = { year: "numeric", month: "short", day: "numeric" };
  document.querySelectorAll("[data-day]").forEach(el => {
    el.textContent = new Date(el.dateTime).toLocaleDateString(document.documentElement.lang, day);
  });
};
fetchParts();
if (owed()) import("./sheet_saving.js");

// -- A screen for all stays awake, where browsers allow it ----------------------------------

const wake = () => {
  if (!document.querySelector("[data-keep-awake]") || document.visibilityState !== "visible") return;
  navigator.wakeLock?.request("screen").catch(() => { /* it may sleep */ });
};
document.addEventListener("visibilitychange", wake);
wake();
