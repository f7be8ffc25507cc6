// Timers count down, turns count up, by the server's clock, so that every phone shows the same
// second. Sound is off until this phone wants it, and on each page until it was touched: iPhones ask for that.

import { now } from "./server_clock.js";

const ringing = () => localStorage.getItem("sound") === "1";
let audio = null;
const wake = () => { if (ringing()) (audio ??= new AudioContext()).resume(); };
addEventListener("click", wake);
const ring = () => {
  navigator.vibrate?.([300, 150, 300]);
  if (!ringing()) return;
  wake();
  [0, .25, .5].forEach(at => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at;
    tone.frequency.value = 880;
    tone.connect(volume).connect(audio.destination);
    volume.gain.setValueAtTime(.2, start);
    volume.gain.exponentialRampToValueAtTime(.001, start + .2);
    tone.start(start);
    tone.stop(start + .2);
  });
};

const tick = () => document.querySelectorAll("[data-until]").forEach(el => {
  const left = Math.max(0, Math.ceil((Number(el.dataset.until) - now()) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (el.textContent === text) return;
  el.textContent = text;
  if (left > 0) return;
  el.closest(".timer").classList.add("timer--over");
  ring();
});

const spell = ms => {
  const s = Math.floor(ms / 1000);
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  const end = `${String(s % 60).padStart(2, "0")}`;
  return h ? `${h}:${String(m).padStart(2, "0")}:${end}` : `${m}:${end}`;
};
const turn = () => document.querySelectorAll("[data-elapsed-ms][data-on]").forEach(el => {
  const since = Number(el.closest("[data-now]").dataset.now);
  const text = spell(Number(el.dataset.elapsedMs) + Math.max(0, now() - since));
  if (el.textContent !== text) el.textContent = text;
});

setInterval(() => { tick(); turn(); }, 200);
document.querySelectorAll("[data-sound]").forEach(el => { el.checked = ringing(); });
document.addEventListener("change", e => {
  if (!e.target.matches?.("[data-sound]")) return;
  localStorage.setItem("sound", e.target.checked ? "1" : "");
  if (e.target.checked) ring();
});
