// In a phone that runs the app itself: says when a newer one has come as a whole, and takes it on a tap.
// Untouched, it is taken the next time the app is opened. Also says where the browser has not promised
// to keep what was entered.

const note = document.querySelector("[data-renewed]");
const { serviceWorker } = navigator;

const look = async () => {
  const found = await serviceWorker?.getRegistration();
  if (!found) return;
  const show = () => { note.hidden = !found.waiting; };
  found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", show));
  show();
  found.update().catch(() => { /* no network: another time */ });
  note.querySelector("button").addEventListener("click", () => {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    found.waiting?.postMessage("take over");
  });
};
look();

const unsafe = document.querySelector("[data-unsafe]");
const promised = async () => await navigator.storage?.persisted?.() ?? false;
if (unsafe) promised().then(sure => { unsafe.hidden = sure; });
