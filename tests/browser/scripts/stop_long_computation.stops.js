() => {
  const bar = document.querySelector("[data-working]");
  new MutationObserver(() => {
    const button = bar.querySelector("button");
    if (bar.hidden || button.hidden) return;
    document.body.dataset.prompt = bar.innerText;
    button.click();
  }).observe(bar, { attributes: true, childList: true, subtree: true });
}
