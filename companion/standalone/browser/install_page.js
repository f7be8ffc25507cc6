// The page that a browser shows before it has the app: one tap fetches everything, and says how much.

import { BASE, gather, spoken } from "./site_files.js";

const [button, bar, says] = ["keep", "bar", "says"].map(id => document.getElementById(id));
const MEGA = 1e6;

const show = code => {
  document.documentElement.lang = code;
  document.querySelectorAll("[data-only]").forEach(el => { el.hidden = el.dataset.only !== code; });
  document.querySelectorAll("[data-show]").forEach(el => { el.hidden = el.dataset.show === code; });
};
show(spoken);
document.querySelectorAll("[data-show]").forEach(el => el.addEventListener("click", () => show(el.dataset.show)));
const say = what => {
  document.querySelectorAll("[data-says]").forEach(el => { el.hidden = el.dataset.says !== what; });
};

const able = "serviceWorker" in navigator && "DecompressionStream" in self && "locks" in navigator;
if (!able) say("unable");
button.disabled = !able;

const told = (there, all) => {
  bar.max = all;
  bar.value = there;
  says.textContent = `${(there / MEGA).toFixed(1)} / ${(all / MEGA).toFixed(1)} MB`;
};

const working = worker => new Promise((well, ill) => {
  const look = () => {
    if (worker.state === "activated") well();
    if (worker.state === "redundant") ill(new Error("the worker did not stay"));
  };
  worker.addEventListener("statechange", look);
  look();
});

const begin = async () => {
  button.disabled = true;
  bar.hidden = false;
  say("coming");
  try {
    // Asked for first, while the tap still counts: what is kept should not be cleared away.
    await navigator.storage?.persist?.();
    await gather(told);
    say("starting");
    const found = await navigator.serviceWorker.register(`${BASE}sw.js`, {
      type: "module", scope: BASE, updateViaCache: "imports",
    });
    await working(found.installing ?? found.waiting ?? found.active);
    location.reload();
  } catch {
    say("failed");
    button.disabled = false;
  }
};
button.addEventListener("click", begin);
