// The reveal: figures count up part by part, for all phones at the same time, then the podium lands.
// The server says how long ago the end was; a phone that prefers less motion sees the podium at once.

const ease = p => 1 - (1 - p) ** 3;

// Shows the moment `ms` after the end; false once there is nothing more to count.
export const draw = (box, ms) => {
  const count = box.querySelector(".count");
  const hush = Number(count.dataset.hush);
  const each = Number(count.dataset.each);
  const part = box.querySelector("[data-first]");
  const names = [...box.querySelectorAll("[data-names] > li")].map(el => el.textContent);
  const gone = Math.max(0, (ms - hush) / each);
  const most = Number(box.querySelector("[data-most]").dataset.most);
  part.textContent = ms < hush ? part.dataset.first : names[Math.min(names.length - 1, Math.floor(gone))];
  box.querySelectorAll("[data-points]").forEach(one => {
    const points = one.dataset.points.split(" ").map(Number);
    const sum = points.reduce((all, n, at) => all + n * ease(Math.min(1, Math.max(0, gone - at))), 0);
    one.querySelector("b").textContent = Math.round(sum);
    one.querySelector("rect").setAttribute("width", Math.max(0, 100 * sum / most));
  });
  return gone < names.length;
};

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const over = box => {
  box.querySelector(".count").hidden = true;
  box.dataset.shown = "landed";
  document.querySelector("[data-herald]").textContent = box.querySelector("h2").textContent;
};

const begun = new WeakSet();
const play = () => {
  const box = document.querySelector("[data-since]");
  if (!box || begun.has(box)) return;
  begun.add(box);
  if (calm.matches) return over(box);
  const start = performance.now() - Number(box.dataset.since);
  box.querySelector(".count").hidden = false;
  const frame = now => {
    if (!box.isConnected) return; // another board has come, and goes on from where this one was
    if (draw(box, now - start)) requestAnimationFrame(frame); else over(box);
  };
  requestAnimationFrame(frame);
};
document.addEventListener("htmx:afterSwap", play);
play();
