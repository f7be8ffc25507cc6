// Saves a sheet. Every `change` of a named input with hx-post inside #sheet is first written down
// in this browser, one localStorage item each, and leaves it only when the server has answered
// that very change; so it survives reloads, lost networks, and servers that are down or busy.
//
// For other scripts: set the input's value, dispatch a bubbling `change` on it, and it is saved.
// A cell that takes what came from the server says "taken", and the document "renewed" after it.
// After each answer "sent" is fired on the document, and htmx:afterSettle by what was swapped in.
// [data-state] shows, and document.body.dataset.sheet tells, one of: saving, saved, waiting, refused.
//
// Changes are sent one after the other, the oldest first, from whatever page of a table is open; an undo
// waits its turn among them, and takes back what was entered before it.
// Each has a key (`form`), so that one which had arrived after all is not written twice; that also
// keeps two tabs right where there are no Web Locks, as over plain HTTP.

const KEPT = "edit:";
const REFUSED = "refused:";
const PATIENCE = 20000;
const LINES = "[type=text], [data-signs]";
export const TYPED = `.num, ${LINES}`;
const inSheet = el => el instanceof Element && Boolean(el.closest("#sheet") && el.matches("[name][hx-post]"));
const sheet = () => document.getElementById("sheet");
const isSheet = url => sheet()?.getAttribute("action") === url;
const refusals = () => stored(`${REFUSED}${sheet()?.getAttribute("action")} `);

// -- What waits ----------------------------------------------------------------------------

// In private mode, or with a full store, it is kept here and lives as long as this page.
const own = new Map();
const write = (key, value) => {
  try { localStorage.setItem(key, value); own.delete(key); } catch { own.set(key, value); }
};
const forget = key => {
  own.delete(key);
  try { localStorage.removeItem(key); } catch { /* it was never there */ }
};
const stored = start => {
  let items = [];
  try { items = Object.entries(localStorage); } catch { /* only our own then */ }
  return [...items, ...own].filter(([key]) => key.startsWith(start)).sort(([a], [b]) => (a < b ? -1 : 1));
};
export const waiting = () => stored(KEPT).map(([key, text]) => ({ ...JSON.parse(text), key }));
// What is sent counts until its answer is shown: that may draw the sheet anew, without what else was to go there.
export const unsent = () => sending || waiting().some(each => isSheet(each.url));
const keep = ({ key, ...change }) => write(key, JSON.stringify(change));

// What each cell said when the server was last heard: a pad, which knows no authors, refuses what was typed
// over anything else. A page that has just come says it by what its controls are reset to.
let heard = new Map();
export const hear = form => {
  const copy = form?.cloneNode(true);
  if (!copy) return;
  copy.reset();
  // a map's cells are disabled until its script has come
  [...copy.elements].forEach(el => { el.disabled = false; });
  heard = new Map([...[...copy.elements].map(el => [el.name, ""]), ...new FormData(copy)]);
};

const newForm = () =>
  [...crypto.getRandomValues(new Uint8Array(10))].map(n => n.toString(16).padStart(2, "0")).join("");

const UNDO = "go";
const add = change => {
  const list = waiting();
  const undone = list.findLastIndex(each => each.name === UNDO);
  const same = list.slice(undone + 1).filter(each => each.url === change.url && each.name === change.name);
  // Of several changes of a cell only the last matters, unless one may have arrived already or is to be
  // undone. The base stays that of the first: what others wrote since then is a conflict.
  const base = same[0]?.base ?? change.base;
  const before = same.at(-1);
  const was = before?.tried ? before.value : before?.was ?? change.was;
  same.filter(each => !each.tried).forEach(each => forget(each.key));
  // A clock that was set back does not let a later change overtake.
  const last = Number(list.at(-1)?.key.slice(KEPT.length).split(".")[0] ?? 0);
  const at = String(Math.max(Date.now(), last + 1)).padStart(15, "0");
  const form = change.form ?? newForm();
  keep({ ...change, base, was, form, key: `${KEPT}${at}.${form}` });
};

// -- What is said --------------------------------------------------------------------------

// In a phone that has the whole app, nothing is far away.
const cut = () => !navigator.onLine && !document.body.hasAttribute("data-phone-only");

// Why the last of what was refused was, with the name of its cell.
const idOf = name => name.replaceAll("/", "-");
const refusal = () => {
  const names = refusals().map(([key]) => key.split(" ").at(-1));
  const name = names.includes(latest) ? latest : names.at(-1);
  const why = document.getElementById(`${idOf(name ?? "")}-err`);
  if (!why?.parentElement.matches(".says--told")) return "";
  const cell = document.getElementsByName(name)[0];
  const label = cell?.closest("label")?.querySelector(".tray__name, .take__name")?.textContent
    ?? cell?.getAttribute("aria-label");
  return [label, why.textContent].filter(Boolean).map(each => each.trim().replace(/\s+/g, " ")).join(" · ");
};

let touched = false;
let failed = 0;
let latest = "";
const state = count => {
  if (count) return failed || cut() ? "waiting" : "saving";
  if (refusals().length) return "refused";
  // a line is entered when it is left; a number's pad hides this word
  const el = document.activeElement;
  return touched && !(el.matches(LINES) && typed(el)) ? "saved" : "";
};
export const say = () => {
  const count = waiting().length;
  const word = state(count);
  const text = (document.body.dataset[word] ?? "").replace("{n}", count);
  if (document.body.dataset.sheet !== word) document.body.dataset.sheet = word;
  document.querySelectorAll("[data-state]").forEach(el => {
    if (el.dataset.state === word && el.textContent === text) return;
    el.dataset.state = word;
    el.textContent = text;
  });
  // above the dock, or above the panel that hides it, over what is there: nothing moves under a finger
  const why = word === "refused" ? refusal() : "";
  document.querySelectorAll("[data-refusal]").forEach(el => { el.textContent = why; });
  const unsaved = ["waiting", "refused"].includes(word) ? why || text : "";
  document.querySelectorAll("[data-unsaved]").forEach(el => { el.textContent = unsaved; });
};

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

// -- Sending -------------------------------------------------------------------------------

const told = (url, was) => ({
  ...(was === undefined ? {} : { was }),
  ...(isSheet(url) ? { seen: sheet().elements.base?.value ?? "" } : {}),
});
const post = ({ url, name, value, base, was, form }) => fetch(url, {
  method: "POST",
  headers: { "HX-Request": "true", "HX-Trigger-Name": name, ...JSON.parse(document.body.getAttribute("hx-headers")) },
  body: new URLSearchParams({ [name]: value, base, form, ...told(url, was) }),
  signal: AbortSignal.timeout(PATIENCE),
});

// A page that was open for long holds an old token; the answer that says so brings a good one.
const renew = token => {
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  document.getElementsByName("csrfmiddlewaretoken").forEach(el => { el.value = token; });
};

const put = ({ name, value }) => [...document.getElementsByName(name)].forEach(el => {
  if (el.type === "radio" || el.type === "checkbox") el.checked = el.value === value;
  else if (el.type !== "hidden" && (el !== document.activeElement || el.value === el.defaultValue)) el.value = value;
});
const show = () => waiting().filter(each => isSheet(each.url)).forEach(put);

// Somebody else added a seat or left one: the answer has parts without a place on this page.
let homeless = false;
document.addEventListener("htmx:oobErrorNoTarget", () => { homeless = true; });
const anew = async url => {
  const answer = await fetch(url, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
  return answer.ok ? answer.text() : "";
};

// The focus stays where it was: htmx gives it back before its section is in sight again. So does what is
// under a finger: while the sheet is swapped the page is low, and would be left at its top.
export const redraw = text => {
  const { id } = document.activeElement;
  const top = scrollY;
  htmx.swap(sheet(), text, { swapStyle: "outerHTML" });
  hear(sheet());
  if (id && document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
  scrollTo(scrollX, top);
};

// Which cells and sections there are: only where that differs the sheet is drawn anew.
const cells = root => [...root.querySelectorAll("[name][hx-post]")];
const ticked = el => el.type === "radio" || el.type === "checkbox";
const shape = root => [...root.querySelectorAll("[name][hx-post], .part")].map(el =>
  [el.id, el.name, ticked(el) ? el.value : ""].join(" ")).join("\n");
export const page = text => new DOMParser().parseFromString(text, "text/html");
export const alike = fresh => shape(fresh.getElementById("sheet")) === shape(sheet());

const PIECES = [
  "dock", "steps", "undo", "base", "form", "bar-dot", "bar-seat", "dyes", "hexes-tabs", "hexes-lit", "hexes-odd",
];
const FIGURES =
  ".menu__one > b, .take__worth[id], .figure[id], .column__head[id], .column__foot[id], .owner[id], .race[id]";
const same = (el, as) => (ticked(el) ? el.checked === as.checked : el.value === as.value);
// What is being typed stays, and what was refused with its fault, until it is typed anew.
const typed = el => el === document.activeElement && el.matches(TYPED) && el.value !== heard.get(el.name);
const refused = name => document.getElementById(`${idOf(name)}-err`)
  && refusals().some(([key]) => key.endsWith(` ${name}`));
const take = (el, as) => {
  if (same(el, as) || typed(el) || refused(el.name)) return;
  if (ticked(el)) el.checked = as.checked; else el.value = as.value;
  el.dispatchEvent(new Event("taken", { bubbles: true }));
};
const replace = (live, now) => {
  if (!live || !now || live.isEqualNode(now)) return;
  now.removeAttribute("hx-swap-oob");
  const copy = document.importNode(now, true);
  live.replaceWith(copy);
  htmx.process(copy);
};
// What a finger may be on its way to stays where it is, and takes what is new in it.
export const patch = fresh => {
  const form = fresh.getElementById("sheet");
  const { id } = document.activeElement;
  const news = cells(form);
  const later = new Set(waiting().filter(each => isSheet(each.url)).map(each => each.name));
  cells(sheet()).forEach((el, n) => { if (!later.has(el.name)) take(el, news[n]); });
  hear(form);
  const figures = [...document.querySelectorAll(FIGURES)].map(el => el.id);
  const stay = new Set(cells(sheet()).filter(el => refused(el.name)).map(el => `${idOf(el.name)}-says`));
  const faults = [form, sheet()].flatMap(root => [...root.querySelectorAll(".says:has(.err)")])
    .map(el => el.id).filter(each => !stay.has(each));
  const notes = form.querySelector("#notes > *") ? ["notes"] : [];
  const asks = form.querySelector("#clash") ? ["conflict"] : [];
  [...PIECES, ...figures, ...faults, ...notes, ...asks].forEach(each =>
    replace(document.getElementById(each), fresh.getElementById(each)));
  document.dispatchEvent(new CustomEvent("renewed", { detail: notes.length }));
  htmx.trigger(document.body, "htmx:afterSettle");
  if (id && document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
};
// The whole page as the answer to what was entered here, or to an undo.
const fits = text => {
  const fresh = page(text);
  if (!fresh.getElementById("notes") || !alike(fresh)) return false;
  patch(fresh);
  return true;
};
const swap = async (change, text) => {
  homeless = false;
  document.querySelector(`#clash:has([data-choose="${change.name}"])`)?.remove();
  if (!change.whole) htmx.swap(document.body, text, { swapStyle: "none" });
  // the fault of what was typed before is over; a new one comes with the answer
  else document.getElementById(`${idOf(change.name)}-says`)?.replaceChildren();
  const whole = change.whole ? text : homeless && await anew(change.url).catch(() => "");
  if (whole && !fits(whole)) redraw(whole);
  show(); // what came later is not in the answer
};

const later = status => status >= 500 || [408, 425, 429].includes(status);
let pause = 0;

// True if the server has dealt with it, for good or ill; false if it must be sent again.
const deliver = async change => {
  keep({ ...change, tried: true });
  let answer = await post(change);
  const token = answer.headers.get("X-Stale");
  if (token) {
    renew(token);
    answer = await post(change);
  }
  const ours = answer.ok && answer.headers.get("X-Form") === change.form;
  if (answer.headers.get("X-Stale") || later(answer.status) || (answer.ok && !ours)) {
    const wait = Number(answer.headers.get("Retry-After"));
    if (wait > 0) pause = Math.max(pause, Date.now() + wait * 1000);
    return false;
  }
  const refused = !answer.ok || answer.headers.get("X-Refused");
  const mark = `${REFUSED}${change.url} ${change.name}`;
  if (refused && isSheet(change.url)) write(mark, "1"); else forget(mark);
  if (refused) latest = change.name;
  forget(change.key);
  if (!refused) heard.set(change.name, change.value);
  // After a conflict the page shows what the table has, with both values to choose from; where a
  // cell took another one's place, that one is blank now.
  const whole = change.whole || Boolean(answer.headers.get("X-Whole"));
  if (answer.ok && isSheet(change.url)) await swap({ ...change, whole }, await answer.text().catch(() => ""));
  else if (refused || answer.headers.get("X-Conflict")) tell(change.url);
  return true;
};

const drain = async () => {
  const stuck = new Set();
  const next = () => waiting().find(each => !stuck.has(each.url));
  for (let each = next(); each; each = next()) {
    // A later change of the same sheet never overtakes one that waits.
    if (await deliver(each)) document.dispatchEvent(new Event("sent"));
    else stuck.add(each.url);
    say();
  }
  return stuck.size === 0;
};

const alone = work => (navigator.locks ? navigator.locks.request("saving", work) : work());
let sending = false;
const send = async () => {
  if (sending || Date.now() < pause || cut() || !waiting().length) return;
  sending = true;
  let well = false;
  try { well = await alone(drain); } catch { /* no network: later */ }
  sending = false;
  failed = well ? 0 : failed + 1;
  if (!well) pause = Math.max(pause, Date.now() + Math.min(1000 * 2 ** failed, 15000));
  say();
  if (then && !unsent()) { then(); then = null; }
  if (well) send(); // for what was entered in between
};

// -- What is entered -----------------------------------------------------------------------

const enter = change => {
  touched = true;
  add({ url: sheet().getAttribute("action"), base: sheet().elements.base?.value ?? "", ...change });
  say();
  send();
};
document.addEventListener("change", e => {
  const el = e.target;
  if (!inSheet(el)) return;
  const value = new FormData(el.form).getAll(el.name).at(-1) ?? "";
  const whole = el.getAttribute("hx-target") === "#sheet";
  enter({ url: el.getAttribute("hx-post"), name: el.name, value, was: heard.get(el.name), whole });
});
document.addEventListener("input", e => { if (inSheet(e.target)) say(); });
// A phone that is put away, or a page that is loaded anew, does not ask whether what is typed was left.
document.addEventListener("visibilitychange", () => {
  const el = document.activeElement;
  if (document.hidden && inSheet(el) && typed(el)) el.dispatchEvent(new Event("change", { bubbles: true }));
});
// htmx hears of the same event, and leaves it to us.
document.addEventListener("htmx:confirm", e => { if (inSheet(e.target)) e.preventDefault(); });
// A value that a button offers, in a conflict or beside a doubt: entered like any other, on a page
// without its cell too.
const choose = button => {
  document.activeElement?.blur();
  const name = button.dataset.choose;
  put({ name, value: button.value });
  const cells = [...document.getElementsByName(name)].filter(inSheet);
  const cell = cells.find(el => el.type !== "radio" || el.checked) ?? cells[0];
  document.getElementById("clash")?.remove();
  ["input", "change"].forEach(kind => cell?.dispatchEvent(new Event(kind, { bubbles: true })));
  if (!cell) enter({ name, value: button.value });
};
// The way to the map waits for what is to lie on it; not for long, where there is no network.
const HELD = 2000;
let then = null;
document.addEventListener("click", e => {
  const button = e.target.closest?.("[data-choose]");
  if (button) choose(button);
  const way = e.target.closest?.("#undo, .head__map");
  if (!way || (way.href && !unsent())) return;
  e.preventDefault();
  if (!way.href) return enter({ name: UNDO, value: "undo", whole: true });
  then = () => location.assign(way.href);
  setTimeout(then, HELD);
});

// As version 0.2 kept what waited.
const adopt = () => {
  try {
    (JSON.parse(localStorage.getItem("waiting")) ?? []).forEach(add);
    localStorage.removeItem("waiting");
  } catch { /* nothing was kept */ }
};

// A module runs when the page has been read, and where a page finds that something waits, later.
hear(sheet());
adopt();
// As the page comes from the server it shows what is saved, and no refused value any more.
refusals().forEach(([key]) => forget(key));
// What was entered while the scripts were still on their way has told nobody yet.
const early = new Map(sheet() && new FormData(sheet()));
document.querySelectorAll("#sheet [name][hx-post]:enabled").forEach(el => {
  if ((early.get(el.name) ?? "") === heard.get(el.name) || (el.type === "radio" && !el.checked)) return;
  el.dispatchEvent(new Event("change", { bubbles: true }));
});
show();
say();
addEventListener("online", () => { pause = 0; send(); });
addEventListener("offline", say);
addEventListener("storage", e => { if (e.key?.startsWith(KEPT) || e.key?.startsWith(REFUSED)) say(); });
addEventListener("load", send);
setInterval(send, 1000);

// -- A page of our own where there is no network -------------------------------------------

// Over plain HTTP browsers have no workers, and a language of its own is a worker of its own.
const { worker } = document.body.dataset;
if (worker) navigator.serviceWorker?.register(worker).catch(() => { /* it goes without */ });
