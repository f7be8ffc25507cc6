// A calculator's answer comes while its form is being filled in.

// A folded section that the answer brings anew is open as it was, and keeps the focus.
let held = "";
document.addEventListener("htmx:oobBeforeSwap", e => {
  const { target, fragment } = e.detail;
  if (!target.matches("details")) return;
  fragment.querySelector("details").open = target.open;
  if (target.contains(document.activeElement)) held = document.activeElement.id;
});
document.addEventListener("drawn", () => {
  if (held && document.activeElement === document.body) {
    document.getElementById(held)?.focus({ preventScroll: true });
  }
  held = "";
});

// What it offers to write belongs to the form as it was: it waits for the next answer.
document.addEventListener("change", e => {
  if (!e.target.closest?.("#calculator")) return;
  document.querySelectorAll("#answer [name=apply]").forEach(offer => { offer.disabled = true; });
});

// Without a table the address holds what is entered: loaded anew or in another language, the page still has it.
// At a table it would hold old values of the sheets, which a page that is loaded anew is filled in from.
document.addEventListener("htmx:afterRequest", e => {
  if (!e.detail.successful || !e.detail.elt.closest("#calculator[data-alone]")) return;
  history.replaceState(null, "", e.detail.pathInfo.finalRequestPath);
  document.querySelectorAll("[name=next]").forEach(next => { next.value = location.pathname + location.search; });
});
