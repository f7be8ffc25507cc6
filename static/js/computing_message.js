// What takes a while says so: after a second what is being worked out, and a way to stop it. A link
// of a question says its name in data-asks, so does a calculator's form. Whoever stops hangs up,
// and the server then ends its work. Without scripts the browser's own signs and its stop button do.

const bar = document.querySelector("[data-working]");
const says = bar.querySelector("p");
const button = bar.querySelector("button");
const PATIENCE = 1000;
const FAREWELL = 4000;

let timer, stop, sent;

const end = () => {
  clearTimeout(timer);
  bar.hidden = true;
  sent = null;
};

const show = (text, stoppable) => {
  bar.hidden = false;
  bar.classList.toggle("working--on", stoppable);
  button.hidden = !stoppable;
  says.textContent = text;
};

const begin = (what, how) => {
  end();
  stop = how;
  timer = setTimeout(() => show(bar.dataset.working.replace("{what}", what), true), PATIENCE);
};

button.addEventListener("click", () => {
  stop();
  end();
  show(bar.dataset.stopped, false);
  timer = setTimeout(end, FAREWELL);
});

document.addEventListener("click", e => {
  const link = e.target.closest?.("a[data-asks]");
  if (!link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  begin(link.dataset.asks, () => window.stop());
});

document.addEventListener("htmx:beforeRequest", e => {
  const form = e.target.closest?.("[data-asks]");
  if (!form || form.matches("a")) return;
  // the form has what its fields ask, one request at a time
  begin(form.dataset.asks, () => window.htmx.trigger(form, "htmx:abort"));
  sent = e.detail.xhr;
});
document.addEventListener("htmx:afterRequest", e => { if (sent && e.detail.xhr === sent) end(); });

// A page that is left, or come back to, waits for nothing.
addEventListener("pagehide", end);
addEventListener("pageshow", end);
