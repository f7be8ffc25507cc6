// Share a link with the phone's own sheet, or copy it where there is none.

document.addEventListener("click", async e => {
  const button = e.target.closest?.("[data-share]");
  if (!button) return;
  const url = button.dataset.share;
  const link = document.getElementById("link");
  try {
    if (navigator.share) { await navigator.share({ title: document.title, url }); return; }
    if (navigator.clipboard) await navigator.clipboard.writeText(url);
    else { link?.select(); document.execCommand("copy"); }
    button.querySelector("span").textContent = button.dataset.done;
  } catch { link?.select(); }
});
