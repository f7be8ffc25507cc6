// Others write on the same sheet, at a table or by a pad's link: what they enter comes by itself. A sheet
// that is looked at asks every second and a half, more rarely once nothing has happened for long, and at
// once on coming back. Nothing comes in between while a number is being typed, a finger is down or a change waits:
// a conflict is between what was typed and what was seen then.

import { TYPED, alike, page, patch, redraw, say, unsent } from "./sheet_saving.js";

const EVERY = 1500;
const QUIET = 600000;
const RARELY = 15000;
const FINGER = 400; // a click comes after its finger
const LEAVING = 10000;

const sheet = () => document.getElementById("sheet");

let touched = 0;
let moved = Date.now();
const touch = () => { touched = moved = Date.now(); };
["pointerdown", "pointerup", "keydown"].forEach(kind => addEventListener(kind, touch, true));

// What the cell that has the focus said before it was typed into.
let before = "";
const took = e => { if (e.target === document.activeElement) before = e.target.value; };
["focusin", "change", "taken"].forEach(kind => document.addEventListener(kind, took));
const busy = () => {
  const el = document.activeElement;
  const typing = el?.form === sheet() && el.matches(TYPED) && el.value !== before;
  return typing || unsent() || Date.now() - touched < FINGER;
};

// Whoever is on the way to another page is not held back: loading this one anew would cancel that.
let left = -LEAVING;
const leaves = e => { if (e.type === "beforeunload" || e.target.closest("a[href]")) left = performance.now(); };
["beforeunload", "click"].forEach(kind => addEventListener(kind, leaves));
const reload = () => { if (performance.now() - left >= LEAVING) location.reload(); };

const base = () => sheet().elements.base.value;
const locked = () => sheet().closest("fieldset").disabled;
// A tap on a cell that is only read says why, and leads to where that very cell is corrected.
addEventListener("pointerup", e => {
  const cell = locked() && e.target.closest("#sheet :is(label, :disabled)");
  if (!cell) return;
  const note = document.querySelector("main > .note").cloneNode(true);
  note.querySelectorAll(".ico").forEach(el => el.remove());
  const says = note.querySelectorAll("p, a:not(.btn--main), .note > span");
  const way = says.item(1); // after the sentence, where there is one
  if (way) [way.className, way.hash] = ["tap", (cell.control ?? cell).id];
  document.querySelector("[data-refusal]").replaceChildren(...says);
});
// Two values of a cell are asked about: what comes would take the question away, or make it one about old ones.
const spoils = fresh => {
  const keep = document.querySelector("#clash [data-choose]");
  const now = keep && new FormData(fresh.getElementById("sheet")).get(keep.dataset.choose);
  return keep && (!alike(fresh) || (now ?? "") !== keep.value);
};
const renew = text => {
  const fresh = page(text);
  if (!fresh.getElementById("sheet") || busy()) return;
  const reads = !!fresh.querySelector("main");
  if (reads !== locked()) reload(); // the game ended, or goes on
  else if (spoils(fresh)) return;
  else if (alike(fresh)) patch(fresh);
  else if (reads) reload(); // who only reads has nothing to lose
  else redraw(text);
  say(); // what came does not know that all is saved here
  moved = Date.now();
};

// What lies on other seats' sheets changes less here (who has a piece, a majority), so it is asked for more rarely.
let asked = 0;
let others = Date.now();
const ask = async () => {
  asked = Date.now();
  const url = new URL(sheet().getAttribute("action"), location.href);
  const seen = base();
  url.searchParams.set("v", seen);
  if (locked()) url.searchParams.set("locked", "");
  if (asked - others >= RARELY) {
    others = asked;
    url.searchParams.set("others", "");
  }
  if (new URLSearchParams(location.search).has("correct")) url.searchParams.set("correct", "1");
  const sent = Date.now();
  const answer = await fetch(url, { headers: { "HX-Request": "true" } });
  const heard = [sent, Date.now(), Number(answer.headers.get("X-Now"))];
  document.dispatchEvent(new CustomEvent("heard", { detail: heard }));
  if (answer.status === 404) reload(); // it may not be seen any more
  const text = answer.status === 200 ? await answer.text() : "";
  if (text && base() === seen) renew(text); // else an own change has overtaken it
};
const pace = () => (Date.now() - moved < QUIET ? EVERY : RARELY);
const poll = () => {
  if (document.visibilityState !== "visible" || !navigator.onLine || busy()) return;
  ask().catch(() => { /* no network: another time */ });
};
setInterval(() => { if (Date.now() - asked >= pace()) poll(); }, 250);
document.addEventListener("visibilitychange", () => { moved = Date.now(); others = 0; poll(); });
addEventListener("online", poll);

// Where there is a race, phones need the server's clock.
const { race } = document.querySelector("[data-race]")?.dataset ?? {};
if (race) import(race).catch(() => { /* no network: who was first is entered by hand */ });
