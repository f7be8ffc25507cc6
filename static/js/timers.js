// Timers count down by the server's clock, so that every phone shows the same second. Sound is
// off until this phone wants it.

let ahead = 0;
const compare = () => {
  const now = Number(document.querySelector("[data-now]")?.dataset.now);
  if (now) ahead = Date.now() - now;
};

const ringing = () => localStorage.getItem("sound") === "1";
let audio = null;
const ring = () => {
  navigator.vibrate?.([300, 150, 300]);
  if (!ringing()) return;
  audio ??= new AudioContext();
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
  const left = Math.max(0, Math.ceil((Number(el.dataset.until) - Date.now() + ahead) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (el.textContent === text) return;
  el.textContent = text;
  if (left > 0) return;
  el.closest(".timer").classList.add("timer--over");
  ring();
});

compare();
document.addEventListener("htmx:afterSettle", compare);
setInterval(tick, 250);
document.querySelectorAll("[data-sound]").forEach(el => { el.checked = ringing(); });
document.addEventListener("change", e => {
  if (!e.target.matches?.("[data-sound]")) return;
  localStorage.setItem("sound", e.target.checked ? "1" : "");
  if (e.target.checked) ring();
});
