// The reveal: figures count up part by part, for all phones at the same moment, then the podium lands.
// All that is shown follows from the time on the server; a phone that comes late joins in the middle,
// one that prefers less motion sees the podium at once.

import { now } from "./server_clock.js";

const ease = p => 1 - (1 - p) ** 3;
const LANDS = 1500; // milliseconds that the podium takes to land

// How far the reveal is at a moment, in its own milliseconds: hurried, they pass quicker.
export const elapsed = ({ ended, hurried, speed }, moment) => {
  const quick = hurried ? Math.max(0, moment - hurried) : 0;
  return moment - ended + quick * (speed - 1);
};

// Shows that moment; false once there is nothing more to count.
export const draw = (box, ms) => {
  const { openingMs, each } = box.dataset;
  const part = box.querySelector("[data-first]");
  const names = [...box.querySelectorAll("[data-names] > li")].map(el => el.textContent);
  const gone = Math.max(0, (ms - openingMs) / each);
  const most = Number(box.querySelector("[data-most]").dataset.most);
  const title = ms < openingMs ? part.dataset.first : names[Math.min(names.length - 1, Math.floor(gone))];
  if (part.textContent !== title) part.textContent = title;
  box.querySelectorAll("[data-points]").forEach(one => {
    const points = one.dataset.points.split(" ").map(Number);
    const sum = points.reduce((all, n, at) => all + n * ease(Math.min(1, Math.max(0, gone - at))), 0);
    one.querySelector("b").textContent = Math.round(sum);
    one.querySelector("rect").setAttribute("width", Math.max(0, 100 * sum / most));
  });
  return gone < names.length;
};

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const counting = (box, on) => box.querySelectorAll("[data-counting]").forEach(el => { el.hidden = !on; });
const over = (box, how) => {
  counting(box, false);
  box.dataset.shown = how;
  document.querySelector("[data-announcement]").textContent = box.querySelector("h2").textContent;
};

const begun = new WeakSet();
let first = true;
const play = () => {
  const box = document.querySelector("[data-ended]");
  if (!box || begun.has(box)) return;
  begun.add(box);
  const { ended, openingMs, each, hurried, speed, parts } = box.dataset;
  const times = { ended: Number(ended), hurried: Number(hurried), speed: Number(speed) };
  const ms = () => elapsed(times, now());
  const going = ms() <= Number(openingMs) + each * parts + LANDS;
  if (going && first) scrollTo(0, 0); // all look at it, wherever on the page they were
  first = false;
  // another board has come after the podium had landed
  if (calm.matches || !going) return over(box, "calm");
  counting(box, true);
  const frame = () => {
    if (!box.isConnected) return; // another board has come, and goes on from where this one was
    if (draw(box, ms())) requestAnimationFrame(frame); else over(box, "landed");
  };
  frame();
};
document.addEventListener("htmx:afterSwap", play);
play();
