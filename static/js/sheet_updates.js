// Others write on the same sheet, at a table or by a pad's link: what they enter comes by itself. A sheet
// that is looked at asks every second and a half, more rarely once nothing has happened for long, and at
// once on coming back. Nothing comes in between while a number is being typed, a finger is down or a change waits:
// a conflict is between what was typed and what was seen then.

import { waits, hear, show, say, redraw } from "./sheet_saving.js";

const EVERY = 1500;
const QUIET = 600000;
const RARELY = 15000;
const FINGER = 400; // a click comes after its finger
const PIECES = ["dock", "steps", "undo", "base", "form", "bar-dot", "bar-seat", "hexes-tabs", "hexes-lit", "hexes-odd"];
const FIGURES = ".take__worth[id], .figure[id], .column__head[id], .column__foot[id]";

const sheet = () => document.getElementById("sheet");
const cells = root => [...root.querySelectorAll("[name][hx-post]")];
const ticked = el => el.type === "radio" || el.type === "checkbox";

let touched = 0;
let moved = Date.now();
const touch = () => { touched = moved = Date.now(); };
["pointerdown", "pointerup", "keydown"].forEach(kind => addEventListener(kind, touch, true));

// What the cell that has the focus said before it was typed into.
let before = "";
const took = e => { if (e.target === document.activeElement) before = e.target.value; };
document.addEventListener("focusin", took);
document.addEventListener("change", took);
const busy = () => {
  const el = document.activeElement;
  const typing = el?.form === sheet() && el.matches(".num, [type=text], [data-signs]") && el.value !== before;
  return typing || waits() || Date.now() - touched < FINGER || document.getElementById("clash");
};

// Which cells there are, and who else has them: where that differs the sheet is drawn anew.
const shape = root => [...root.querySelectorAll("[name][hx-post], .part, .dot--owner")].map(el =>
  [el.id, el.name, ticked(el) ? el.value : "", el.dataset.colour].join(" ")).join("\n");

const same = (el, as) => (ticked(el) ? el.checked === as.checked : el.value === as.value);
const take = (el, as) => {
  // what was refused is shown with its fault, until it is typed anew
  if (same(el, as) || document.getElementById(`${el.id}-err`)) return;
  if (ticked(el)) el.checked = as.checked; else el.value = as.value;
  if (el === document.activeElement) before = el.value;
};

const patch = fresh => {
  const news = cells(fresh.getElementById("sheet"));
  hear(fresh.getElementById("sheet"));
  cells(sheet()).forEach((el, n) => take(el, news[n]));
  const figures = [...sheet().querySelectorAll(FIGURES)].map(el => el.id);
  [...PIECES, ...figures].forEach(id => {
    const [live, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (!live || !now || live.isEqualNode(now)) return;
    now.removeAttribute("hx-swap-oob");
    live.replaceWith(document.importNode(now, true));
    htmx.process(document.getElementById(id));
  });
  show();
  document.dispatchEvent(new Event("renewed"));
  htmx.trigger(document.body, "htmx:afterSettle");
};

const base = () => sheet().elements.base.value;
const locked = () => sheet().closest("fieldset").disabled;
const renew = text => {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const form = fresh.getElementById("sheet");
  if (!form || busy()) return;
  const drawn = cells(sheet()).filter(el => el.dataset.faces);
  const faces = drawn.some(el => el.value !== form.elements[el.name]?.value);
  const reads = !!fresh.querySelector("main");
  if (reads !== locked()) location.reload(); // the game ended, or goes on
  else if (shape(form) === shape(sheet()) && !faces) patch(fresh);
  else if (reads) location.reload(); // who only reads has nothing to lose
  else redraw(text);
  say(); // what came does not know that all is saved here
  moved = Date.now();
};

let asked = 0;
const ask = async () => {
  asked = Date.now();
  const url = new URL(sheet().getAttribute("action"), location.href);
  const seen = base();
  url.searchParams.set("v", seen);
  if (locked()) url.searchParams.set("locked", "");
  const answer = await fetch(url, { headers: { "HX-Request": "true" } });
  const text = answer.status === 200 ? await answer.text() : "";
  if (text && base() === seen) renew(text); // else an own change has overtaken it
};
const pace = () => (Date.now() - moved < QUIET ? EVERY : RARELY);
const poll = () => {
  if (document.visibilityState !== "visible" || !navigator.onLine || busy()) return;
  ask().catch(() => { /* no network: another time */ });
};
setInterval(() => { if (Date.now() - asked >= pace()) poll(); }, 250);
document.addEventListener("visibilitychange", () => { moved = Date.now(); poll(); });
addEventListener("online", poll);
