// Whether what was entered has arrived. Edits made without a network wait in the browser,
// across reloads, and are sent in order from whatever page of a table is open. Each keeps its
// form key, so that one which had arrived after all is not written twice.

const KEPT = "waiting";
const inSheet = el => el.closest?.("#sheet");
const isSheet = url => document.querySelector("#sheet")?.getAttribute("action") === url;

const say = word => document.querySelectorAll("[data-state]").forEach(el => {
  el.dataset.state = word;
  el.textContent = document.body.dataset[word] ?? "";
});

// -- On its way ----------------------------------------------------------------------------

let under = 0;
document.addEventListener("htmx:beforeRequest", e => {
  if (!inSheet(e.target)) return;
  under++;
  say("saving");
});
document.addEventListener("htmx:afterRequest", e => {
  if (!inSheet(e.target) && !e.target.matches?.("#sheet *")) return;
  under = Math.max(0, under - 1);
  const { successful, xhr } = e.detail;
  if (!successful || xhr.getResponseHeader("X-Refused")) say("unsaved"); else if (!under) say("saved");
});

// -- What waits ----------------------------------------------------------------------------

const waiting = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? []; } catch { return []; } };
const keep = list => {
  // In private mode nothing is kept; this page still sends again with the next change.
  try { localStorage.setItem(KEPT, JSON.stringify(list)); } catch { /* see above */ }
};
const settled = (url, name) => keep(waiting().filter(each => each.url !== url || each.name !== name));

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(10))].map(n => n.toString(16).padStart(2, "0")).join("");
document.addEventListener("htmx:configRequest", e => {
  if (inSheet(e.target) && e.target.name) e.detail.parameters.set("form", newKey());
});

const missed = e => {
  const { parameters, path } = e.detail.requestConfig;
  const name = e.target.name;
  if (!name || !inSheet(e.target)) return;
  // The base stays that of the first edit: what others wrote since then is a conflict.
  const before = waiting().find(each => each.url === path && each.name === name);
  const base = before?.base ?? parameters.get("base");
  settled(path, name);
  keep([...waiting(), { url: path, name, value: parameters.get(name) ?? "", base, form: parameters.get("form") }]);
};
document.addEventListener("htmx:sendError", missed);
document.addEventListener("htmx:responseError", e => { if (e.detail.xhr.status >= 502) missed(e); });
document.addEventListener("htmx:afterRequest", e => {
  if (!e.detail.successful || !e.target.name || !inSheet(e.target)) return;
  settled(e.detail.requestConfig.path, e.target.name);
});

// -- Sent later ----------------------------------------------------------------------------

// What could not simply be saved is said on whatever page is open, with the way to its sheet.
const tell = url => {
  const note = document.createElement("p");
  note.className = "note note--bad";
  note.setAttribute("role", "alert");
  const link = document.createElement("a");
  link.href = url;
  link.textContent = document.body.dataset.clash;
  note.append(link);
  document.getElementById("main")?.prepend(note);
};

const post = ({ url, name, value, base, form }) => fetch(url, {
  method: "POST",
  headers: {
    "HX-Request": "true",
    "HX-Trigger-Name": name,
    ...JSON.parse(document.body.getAttribute("hx-headers")),
  },
  body: new URLSearchParams({ [name]: value, base, form }),
});

let sending = false;
const send = async () => {
  if (sending || !waiting().length || !navigator.onLine) return;
  sending = true;
  try {
    while (waiting().length) {
      const each = waiting()[0];
      const answer = await post(each);
      if (answer.status >= 500) return;
      keep(waiting().filter(other => other.form !== each.form));
      if (answer.ok && isSheet(each.url)) {
        htmx.swap(document.body, await answer.text(), { swapStyle: "none" });
      } else if (!answer.ok || answer.headers.get("X-Conflict")) tell(each.url);
    }
    if (!under) say("saved");
  } catch { /* still no network: later */ } finally { sending = false; }
};

const put = (name, value) => [...document.getElementsByName(name)].forEach(el => {
  if (el.type === "radio" || el.type === "checkbox") el.checked = el.value === value;
  else el.value = value;
});

// What was entered while the scripts were still on their way has told nobody yet. htmx listens
// for the same event and came first, so that it hears of it now.
const differs = el => {
  if (el.type === "radio") return el.checked && !el.defaultChecked;
  if (el.type === "checkbox") return el.checked !== el.defaultChecked;
  if (el.options) return el.selectedIndex !== Math.max(0, [...el.options].findIndex(o => o.defaultSelected));
  return el.value !== el.defaultValue;
};
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("#sheet [name][hx-post]").forEach(el => {
    if (differs(el)) el.dispatchEvent(new Event("change", { bubbles: true }));
  });
  waiting().filter(each => isSheet(each.url)).forEach(each => {
    put(each.name, each.value);
    say("unsaved");
  });
});
addEventListener("online", send);
addEventListener("load", send);
setInterval(send, 4000);
