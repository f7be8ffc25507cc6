// Done!: tells a table when this phone's player finished. The time is the server's as this phone has
// measured it; it waits with what else was not saved (sheet_saving.js) until the server has it.

import { doubt, now } from "./server_clock.js";
import { waiting } from "./sheet_saving.js";

const told = new WeakSet();
const say = () => document.querySelectorAll("[data-done]").forEach(button => {
  const [cell] = document.getElementsByName(button.dataset.done);
  const url = cell.getAttribute("hx-post");
  const waits = waiting().some(each => each.name === cell.name && each.url === url);
  const text = button.nextElementSibling;
  const word = waits && document.body.dataset.sheet === "waiting" ? "waiting" : "saving";
  button.disabled = waits || told.has(button);
  text.textContent = button.disabled ? text.dataset[word] : "";
});

document.addEventListener("click", e => {
  const button = e.target.closest?.("[data-done]");
  if (!button || button.disabled) return;
  const [cell] = document.getElementsByName(button.dataset.done);
  const late = performance.now() - e.timeStamp; // the page may have been busy when the finger came
  cell.value = `${Math.round(now() - late)} ${doubt()}`;
  told.add(button);
  cell.dispatchEvent(new Event("change", { bubbles: true }));
  say();
});
["sent", "htmx:afterSettle"].forEach(kind => document.addEventListener(kind, say));
new MutationObserver(say).observe(document.body, { attributes: true, attributeFilter: ["data-sheet"] });
say();
