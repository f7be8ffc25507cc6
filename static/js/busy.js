// An answer that has to wait because many ask: the server's note about it goes in its place.

document.addEventListener("htmx:beforeSwap", e => {
  const { xhr } = e.detail;
  if (xhr.status !== 503 || !xhr.getResponseHeader("X-Busy")) return;
  e.detail.shouldSwap = true;
  e.detail.swapOverride = "innerHTML";
});
