// Share a link with the phone's own sheet, or copy it where there is none. Over plain HTTP a phone
// offers neither; then the old way of copying is tried, and "copied" is said only if it was.

document.addEventListener("focusin", e => {
  if (e.target.matches?.("[data-link]")) e.target.select();
});

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) button.querySelector("span").textContent = button.dataset.copy;
}

document.addEventListener("click", async e => {
  const button = e.target.closest?.("[data-share]");
  if (!button) return;
  const url = button.dataset.share;
  const says = button.querySelector("span");
  if (navigator.share) {
    try { await navigator.share({ title: document.title, url }); return; }
    catch (fault) { if (fault.name === "AbortError") return; } // Closed by hand: nothing to say.
  }
  const done = await copied(url);
  says.textContent = done ? button.dataset.done : button.dataset.byHand;
  if (!done) document.querySelector("[data-link]")?.focus();
});

async function copied(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* not offered here */ }
  let taken = false;
  const fill = e => { e.clipboardData.setData("text/plain", text); e.preventDefault(); taken = true; };
  document.addEventListener("copy", fill, { once: true });
  const asked = document.execCommand("copy");
  document.removeEventListener("copy", fill);
  return asked && taken;
}
