// What makes drawn cells quicker than plain ones: sums, the pad and its walk, pieces that count up,
// faces to choose from, what is mine on a strip, lists to search, questions that come and go, steps.
// The inputs are what is stored: a script writes into them and says `change`, and without scripts
// they are filled in as they are. Listeners sit on the document, so that what htmx swaps in needs
// no set-up. One file, since a first view is to need few requests.

const byId = id => document.getElementById(id);
const number = el => el.matches?.(".num");
const announce = (el, ...names) =>
  names.forEach(name => el.dispatchEvent(new Event(name, { bubbles: true })));

// An answer brings many pieces, and htmx says so for each. `drawn` is said once, after the last of
// them and before anything is painted or tapped.
let awaited = false;
const swapped = () => {
  if (awaited) return;
  awaited = true;
  queueMicrotask(() => { awaited = false; announce(document, "drawn"); });
};
const listen = (kinds, heard) => kinds.split(" ").forEach(kind => document.addEventListener(kind, heard));
listen("htmx:oobAfterSwap htmx:afterSettle", swapped);
// What is done with an element on an event anywhere within it.
const on = (kinds, what, does) => listen(kinds, e => {
  const el = e.target.closest?.(what);
  if (el) does(el, e);
});
// What a script draws: at once, whenever an answer brings something, and on other events.
const keepDrawn = (draw, kinds = "") => {
  draw();
  listen(`drawn ${kinds}`.trim(), draw);
};

// -- Sums ----------------------------------------------------------------------------------

// "3+6+2" is 11, as the server reads it (tests/browser/alike.json); null where it is no sum.
export const sum = typed => {
  const plain = typed.trim().normalize("NFKC").replace(/ /g, "").replace(/[−–ー]/g, "-");
  if (!/^[+-]?\d{1,12}([+-]\d{1,12}){0,60}$/.test(plain)) return null;
  return plain.match(/[+-]?\d+/g).reduce((total, term) => total + Number(term), 0);
};

const settle = el => {
  const total = sum(el.value);
  if (total !== null && String(total) !== el.value) el.value = total;
};
// While the event is on its way down, so before htmx sends the value.
document.addEventListener("change", e => { if (number(e.target)) settle(e.target); }, true);
on("focusout", "input.num", settle);
on("focusin", "input.num", el => el.select());

// -- One less, one more --------------------------------------------------------------------

const step = (el, by) => {
  const now = sum(el.value) ?? 0;
  const { min = 0, max = 999 } = el.dataset;
  const next = Math.min(max, Math.max(min, now + by));
  if (next === now && el.value !== "") return;
  el.value = next;
  // on the pad a number is one change, however it was come by: told when it is left
  announce(el, ...(el === at ? ["input"] : ["input", "change"]));
};
// Enter, or the phone's next key, goes to the next number instead of posting the form.
listen("keydown", e => {
  if (!number(e.target) || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "ArrowUp" || e.key === "ArrowDown") {
    e.preventDefault();
    step(e.target, e.key === "ArrowUp" ? 1 : -1);
  } else if (e.key === "Enter") {
    e.preventDefault();
    if (e.target.dataset.pad) return walk(e.target, e.shiftKey ? -1 : 1);
    const all = [...(e.target.form ?? document).querySelectorAll("input.num:not(:disabled)")];
    const near = all.filter(el => el === e.target || shown(el));
    const next = near[near.indexOf(e.target) + (e.shiftKey ? -1 : 1)];
    if (next) next.focus(); else e.target.blur();
  }
});

// -- The second tap of a double tap takes nothing back -----------------------------------------

const DOUBLE = 350;
let tapped = { el: null, when: 0 };
const twice = el => {
  const now = Date.now();
  const again = el === tapped.el && now - tapped.when < DOUBLE;
  tapped = { el, when: now };
  return again;
};

// -- A tap on the chosen option takes it back, to the blank option if there is one -----------

let chosen = null;
listen("pointerdown", e => {
  chosen = e.target.closest?.("[data-clear] label")?.querySelector("input[type=radio]:checked");
});
on("click", "[data-clear] input[type=radio]", radio => {
  if (twice(radio) || radio !== chosen) return;
  const blank = chosen.closest("[data-clear]").querySelector('input[value=""]');
  if (blank) blank.checked = true; else chosen.checked = false;
  announce(blank ?? chosen, "input", "change");
  chosen = null;
});

// -- A list to search: data-filter names it, its items carry every name in data-find ---------

// What is typed alike is alike, as for the search on the server (tests/browser/alike.json),
// which also knows old kanji.
export const fold = text => text.normalize("NFKC").toLowerCase()
  .replace(/×/g, "x").replace(/[ァ-ヶ]/g, kana => String.fromCharCode(kana.charCodeAt(0) - 96))
  .replace(/[ぁぃぅぇぉぢづゐゑを]/g, kana => "あいうえおじずいえお"["ぁぃぅぇぉぢづゐゑを".indexOf(kana)])
  .replace(/ゔ([あいうえお]?)/g, (_, vowel) => "ばびぶべぼ"["あいうえお".indexOf(vowel || "う")])
  .normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")
  .replace(/[^\p{L}\p{N}]/gu, "");

// The style sheet hides what has no hit, and the word for that where there is one.
const filter = box => {
  const list = byId(box.dataset.filter);
  const want = fold(box.value);
  list.querySelectorAll("[data-find]").forEach(item => { item.hidden = !fold(item.dataset.find).includes(want); });
  list.querySelectorAll("details").forEach(group => { group.open = want || group.id === tabbed; });
};
on("input", "[data-filter]", filter);
on("keydown", "[data-filter]", (_, e) => { if (e.key === "Enter") e.preventDefault(); });

// -- Questions that matter only when another cell is set, or is not: data-when, data-unless ---

const isSet = cell => {
  const [name, face] = cell.split("=");
  return [...document.getElementsByName(name)].some(el =>
    (["radio", "checkbox"].includes(el.type) ? el.checked && el.value : el.value) &&
    (!face || el.value === face));
};
const matters = () => document.querySelectorAll("[data-when], [data-unless]").forEach(el => {
  const { when, unless } = el.dataset;
  el.hidden = Boolean((when && !isSet(when)) || (unless && isSet(unless)));
});
listen("change", e => {
  if (!e.target.name) return;
  const asleep = [...document.querySelectorAll("[data-when][hidden]")];
  matters();
  // what a piece asks is asked at once: its number on the pad, its choice on the screen
  if (!e.isTrusted) return;
  const woken = asleep.filter(el => !el.hidden);
  const ask = woken.map(el => el.closest("[data-ask]")).find(Boolean);
  if (ask) pose(ask);
  else woken.map(el => el.querySelector("[data-needed]")).find(el => el && !el.value)?.focus();
});
keepDrawn(matters);

// -- The pad: digits at the bottom for the number that has the focus --------------------------

const keys = () => byId("keys");
const cellOf = el => el.closest("label");
const pads = el => el.matches?.("[data-pad]");
const choosing = el => "cycle" in el.dataset;
const shown = el => el.offsetParent !== null;
let at = null;
let side = null;
let fresh = true;
let sent = "";
// A person's next tap comes within 1.5 s: what comes later was looked up in between.
const PAUSE = 3000;
const JUST = 2000;
let typed = 0;
let went = 0;
let told = null;

const tell = el => {
  if (el.value === sent) return;
  [told, sent] = [el, el.value];
  announce(el, "change");
};
// The browser tells of it as well, when the focus leaves what was typed: once is enough.
document.addEventListener("change", e => {
  if (!e.isTrusted || !pads(e.target)) return;
  if (e.target === told && e.target.value === sent) e.stopPropagation();
  else if (e.target === at) [told, sent] = [at, at.value];
}, true);

const open = panel => document.querySelectorAll("[data-panel]").forEach(el => { el.hidden = el !== panel; });

const nameOf = el => cellOf(el)?.querySelector(".tray__name, .take__name")?.textContent.trim() ?? "";

// The cells that the pad walks over: those of one tray, in order.
const run = el => {
  if (!("walk" in el.dataset)) return [el];
  const cells = [...el.closest(".tray, .board").querySelectorAll("[data-walk]")].filter(each =>
    shown(each) && (each === el || !each.closest(".board__line")?.querySelector(".board__own:placeholder-shown")));
  // down a player's column, then on to the next player's
  if (el.closest("[data-layout=score_pad]")) cells.sort((a, b) => a.dataset.walk.localeCompare(b.dataset.walk));
  return cells;
};

const paint = () => {
  const panel = keys();
  const then = run(at)[run(at).indexOf(at) + 1];
  panel.querySelector("[data-name]").textContent = nameOf(at);
  panel.querySelector("[data-then]").textContent = then ? `→ ${nameOf(then)}` : "";
  panel.querySelector("[data-value]").textContent =
    (choosing(at) ? at.selectedOptions[0]?.textContent.trim() : at.value) || "–";
  const piece = cellOf(at).querySelector("svg")
    ?? at.closest(".board")?.querySelector(`[data-seat="${at.dataset.walk}"] .dot`);
  panel.querySelector("[data-piece]").replaceChildren(...(piece ? [piece.cloneNode(true)] : []));
};

// What is being edited stays in sight above the panel.
const reveal = (cell, panel) => {
  const said = panel.querySelector("[data-unsaved]").offsetHeight; // stands above it
  const low = innerHeight - panel.offsetHeight - said - cell.getBoundingClientRect().bottom;
  if (low < 8) scrollBy(0, 8 - low);
};

const DIRECT = 15;
const usual = el => Number(el.dataset.usual ?? el.dataset.pad);
const direct = el => !choosing(el) && usual(el) <= DIRECT && Number(el.dataset.min) >= 0;
// A choice among the numbers: a key for each of its options.
const layOptions = (el, panel) => panel.replaceChildren(...[...el.options, null].map(option => {
  const key = document.createElement("button");
  key.type = "button";
  key.dataset.key = option ? "option" : "next";
  if (option) key.dataset.option = option.value;
  const next = keys().querySelector("[data-digits] [data-key=next]");
  if (option) key.textContent = option.textContent.trim(); else key.append(...next.cloneNode(true).childNodes);
  return key;
}));
const layKeys = (el, few) => {
  const limit = usual(el);
  const panel = keys();
  panel.querySelector("[data-direct]").hidden = !few;
  panel.querySelector("[data-digits]").hidden = few || choosing(el);
  const options = panel.querySelector("[data-options]");
  options.hidden = !choosing(el);
  if (choosing(el)) return layOptions(el, options);
  panel.querySelectorAll("[data-direct] [data-key]").forEach(key => {
    if (/^\d+$/.test(key.dataset.key)) key.hidden = Number(key.dataset.key) > limit;
  });
  // with a key for larger numbers there are digits to delete them with
  panel.querySelector("[data-larger]").hidden = !("usual" in el.dataset);
  panel.querySelector("[data-key=empty]").hidden = "usual" in el.dataset;
};
const raise = el => {
  const panel = keys();
  if (!panel) return;
  if (side) settled(false);
  if (at?.isConnected && at !== el) { settle(at); tell(at); }
  const same = at && !at.isConnected && at.id === el.id; // a swap came while it was being typed
  const unsent = same && at.value !== sent ? at.value : el.value;
  if (at !== el) sent = el.value; // a second tap on a cell sends nothing
  at = el;
  if (!same) [fresh, went] = [true, 0];
  el.value = unsent;
  layKeys(el, direct(el));
  paint();
  open(panel);
  reveal(cellOf(el), panel);
};

const lower = () => {
  if (!at) return;
  settle(at);
  tell(at);
  at = null;
  open(null);
};

// On to the next number, or back; after the last one, to the next section where nothing is left here.
const walk = (el, by) => {
  if (number(el)) { settle(el); tell(el); }
  const cells = run(el);
  const next = cells[cells.indexOf(el) + by];
  if (next) {
    next.focus();
    if (next.dataset.faces) facing(next);
    else if (choosing(next)) raise(next);
    return;
  }
  const part = el.closest(".part");
  const others = part ? [...part.querySelectorAll("[name]")].filter(shown) : [];
  const blank = others.some(each => number(each) && "walk" in each.dataset && !each.value);
  const last = by > 0 && "walk" in el.dataset && others.at(-1) === el && !blank;
  el.blur();
  lower();
  if (last) onward();
};

// One rule: a key that bears the whole number (or option) goes on, a digit never does. The last cell
// is left by *Next* alone, so that what is tapped after it meets no other thing.
const whole = (el, value) => {
  el.value = value;
  fresh = true;
  if (choosing(el)) tell(el);
  const cells = run(el);
  if (el === cells.at(-1)) { tell(el); paint(); return; }
  walk(el, 1);
  went = Date.now();
};
const KEYS = {
  // just after it went on, *Next* was meant for the number before
  next: el => { if (went && Date.now() - went < JUST) went = 0; else walk(el, 1); },
  before: el => walk(el, -1),
  none: el => whole(el, "0"),
  empty: el => { el.value = ""; tell(el); paint(); },
  digits: el => layKeys(el, false),
  back: el => { el.value = el.value.slice(0, -1); fresh = false; typed = Date.now(); announce(el, "input"); },
};
const press = (el, { key, option }) => {
  if (key !== "next") went = 0;
  if (option !== undefined) return whole(el, option);
  if (KEYS[key]) return KEYS[key](el);
  if (!keys().querySelector("[data-direct]").hidden) return whole(el, key);
  const paused = Date.now() - typed > PAUSE && !el.value.endsWith("+");
  el.value = ((fresh || paused) && key !== "+" ? key : el.value + key).slice(0, 12);
  fresh = false;
  typed = Date.now();
  announce(el, "input");
};

listen("focusin", e => {
  if (pads(e.target)) raise(e.target);
  else if (at && !keys().contains(e.target)) lower();
});
// A finger on a key leaves the focus where the number is.
listen("pointerdown mousedown", e => { if (e.target.closest?.("[data-panel]")) e.preventDefault(); });
// The pad closes when a tap beside it is over: earlier the page would move under the finger.
const TAPPED = "[type=checkbox], [type=radio], [data-more]";
const beside = e => (at || line) && e.target.closest && !e.target.closest("[data-panel], .board label") &&
  (e.target.closest("a, button, summary") || e.target.closest("label")?.querySelector(TAPPED));
const shutPanel = () => {
  at?.blur();
  lower();
  leave();
  if (side) settled(true); else open(null);
};
listen("mousedown", e => { if (beside(e)) e.preventDefault(); });
listen("click", e => { if (beside(e)) shutPanel(); });
on("click", "[data-close]", shutPanel);
on("click", "[data-key]", key => { if (at) press(at, key.dataset); });
listen("input", e => { if (e.target === at) paint(); });
listen("keydown", e => {
  if (e.key === "Escape") shutPanel();
  if (e.key === "z" && (e.ctrlKey || e.metaKey) && !e.target.matches?.(".text")) {
    e.preventDefault();
    byId("undo")?.click();
  }
});
addEventListener("pagehide", lower);
// A phone that is put away may never come back to this page.
listen("visibilitychange", () => { if (document.hidden && at) tell(at); });

// With scripts the pad stands in for the phone's keyboard.
keepDrawn(() => document.querySelectorAll("[data-pad], [data-more], [data-signs]").forEach(el => {
  el.inputMode = "none";
}));

// -- One of all players: who is ticked takes it from the others; the pad stays ------------------

listen("change", e => {
  if (!e.target.dataset?.one || !e.target.checked) return;
  document.querySelectorAll(`[data-one="${e.target.dataset.one}"]`).forEach(el => {
    if (el === e.target || !el.checked) return;
    el.checked = false;
    announce(el, "change");
  });
});
listen("mousedown", e => {
  if (at && e.target.closest?.(".board :is(.cell--tick, .take)")) e.preventDefault();
});

// -- A line of signs, typed by their drawings --------------------------------------------------

let line = null;
const spell = el => {
  const shows = document.querySelector(`[data-shows="${el.id}"]`);
  const signs = byId(el.dataset.signs);
  if (!shows || !signs) return;
  shows.replaceChildren(...[...el.value].map(sign => {
    const key = [...signs.querySelectorAll("[data-sign]")].find(b => b.dataset.sign === sign);
    return key?.querySelector("svg")?.cloneNode(true) ?? document.createTextNode(sign);
  }));
};
keepDrawn(() => document.querySelectorAll("[data-signs]").forEach(spell));
on("input", "[data-signs]", spell);
const leave = () => {
  if (!line) return;
  line.blur();
  line.inputMode = "none";
  line = null;
};
listen("focusin", e => {
  const el = e.target;
  if (line === el) return;
  if (line && !byId(line.dataset.signs).contains(el)) { leave(); open(at && keys()); }
  if (!el.dataset?.signs || !byId(el.dataset.signs)) return;
  line = el;
  const panel = byId(el.dataset.signs);
  const whose = el.closest("[role=group]")?.getAttribute("aria-label");
  const names = [whose, el.labels[0].textContent.trim()].filter(Boolean);
  panel.querySelector("[data-name]").textContent = names.join(" · ");
  open(panel);
  el.scrollIntoView({ block: "center" });
});
on("click", "[data-letters]", () => {
  const el = line;
  el.inputMode = "text";
  open(null);
  el.blur();
  line = el;
  el.focus();
});
on("click", "[data-sign]", ({ dataset: { sign } }) => {
  line.value = sign ? line.value + sign : [...line.value].slice(0, -1).join("");
  announce(line, "input");
});
listen("focusout", e => {
  if (e.target !== line) return;
  if (line.value !== line.defaultValue) { line.defaultValue = line.value; announce(line, "change"); }
});

// -- Again is one more: pieces of which a player may have several, and choices in a tray --------

keepDrawn(() => document.querySelectorAll(".take__in.num").forEach(el => {
  el.nextElementSibling.dataset.count = el.value;
}), "change");
on("click", "[data-more]", el => {
  const now = (sum(el.value) ?? 0) + 1;
  const most = Number(el.dataset.max);
  if (twice(el) && now > most) return;
  el.value = now > most ? "" : now;
  announce(el, "input", "change");
});
on("mousedown", "label:has([data-cycle])", (label, e) => {
  const el = label.querySelector("[data-cycle]");
  if (e.button) return;
  e.preventDefault();
  if (!at) el.focus({ preventScroll: true }); // pad and page stay where they are
  el.selectedIndex = (el.selectedIndex + 1) % el.options.length;
  if (el === at) sent = el.value;
  announce(el, "input", "change");
});

// -- One question in the bottom panel: the answer stands in the section, a tap on it asks again --

const pose = ask => {
  lower();
  ask.classList.add("asking");
  ask.querySelector(":checked, input")?.focus({ preventScroll: true });
};
listen("click", e => {
  const ask = e.target.closest?.("[data-ask]");
  document.querySelectorAll(".asking").forEach(el => {
    if (el !== ask && e.isTrusted) el.classList.remove("asking");
  });
  if (!ask || ask.classList.contains("asking")) return;
  e.preventDefault();
  pose(ask);
});
on("change", "[data-ask]", ask => ask.classList.remove("asking"));

// -- A column of alike cards: the nth is n -----------------------------------------------------

keepDrawn(() => document.querySelectorAll("[data-pile]").forEach(pile => {
  const n = Number(pile.querySelector(".num").value);
  pile.querySelectorAll("[data-set]").forEach(el => el.setAttribute("aria-pressed", Number(el.dataset.set) <= n));
}), "change");
on("click", "[data-set]", slot => {
  const el = slot.closest("[data-pile]").querySelector(".num");
  if (twice(slot)) return;
  el.value = el.value === slot.dataset.set ? Number(slot.dataset.set) - 1 : slot.dataset.set;
  announce(el, "input", "change");
});

// -- A side, then its face -------------------------------------------------------------------

// The place that a panel came to, or went from, under the finger.
let place = { x: 0, y: 0, when: 0 };
const touchedAt = e => { place = { x: e.clientX, y: e.clientY, when: Date.now() }; };
const there = e =>
  Date.now() - place.when < DOUBLE && Math.hypot(e.clientX - place.x, e.clientY - place.y) < 24;
const facing = el => {
  lower();
  side = el;
  const panel = byId(el.dataset.faces);
  const die = el.closest("[role=group]")?.getAttribute("aria-label");
  const name = el.getAttribute("aria-label");
  panel.querySelector("[data-name]").textContent = die && die !== name ? `${die}: ${name}` : name;
  const there = [...cellOf(el).querySelectorAll(".side__shown svg")].find(shown);
  panel.querySelector("[data-piece]").replaceChildren(...(there ? [there.cloneNode(true)] : []));
  panel.querySelectorAll("[data-face]").forEach(face =>
    face.setAttribute("aria-pressed", face.dataset.face === el.value));
  document.querySelectorAll(".side.now").forEach(each => each.classList.remove("now"));
  cellOf(el).classList.add("now");
  open(panel);
  reveal(cellOf(el), panel);
};
on("mousedown", "[data-faces]", (el, e) => {
  if (e.button) return;
  e.preventDefault();
  if (there(e)) return;
  touchedAt(e);
  el.focus();
  facing(el);
});
// By keyboard the focus goes to the faces, over which arrows move, and comes back to the side.
const enter = el => {
  facing(el);
  byId(el.dataset.faces).querySelector("[aria-pressed=true], [data-face]").focus();
};
const FACES_ASIDE = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 6, ArrowUp: -6 };
listen("keydown", e => {
  if (e.target.dataset?.faces && (e.key === "Enter" || e.key === " ")) {
    e.preventDefault();
    enter(e.target);
  }
  if (e.key in FACES_ASIDE && e.target.matches?.("[data-face]")) {
    e.preventDefault();
    const every = [...e.target.parentElement.children];
    every[every.indexOf(e.target) + FACES_ASIDE[e.key]]?.focus();
  }
});
const settled = back => {
  cellOf(side).classList.remove("now");
  open(null);
  if (back) side.focus();
  side = null;
};
const face = el => {
  const button = [...byId(el.dataset.faces).querySelectorAll("[data-face]")].find(b => b.dataset.face === el.value);
  const nodes = el.value && button ? button.querySelectorAll("svg, span") : [];
  const copies = [...nodes].map(node => node.cloneNode(true));
  if (button || !el.value) cellOf(el).querySelector("[data-shown]").replaceChildren(...copies);
};
on("change taken", "[data-faces]", face);
// The second tap of a double tap meets what has come under the finger: it was not meant for it.
document.addEventListener("click", e => {
  if (!e.isTrusted || !e.detail || !e.target.closest?.("[data-face]") || !there(e)) return;
  e.preventDefault();
  e.stopImmediatePropagation();
}, true);
on("click", "[data-face]", (button, e) => {
  if (!side) return;
  side.value = button.dataset.face;
  announce(side, "input", "change");
  const el = side;
  touchedAt(e);
  const keyed = button.contains(document.activeElement);
  settled(keyed);
  if (!("walk" in el.dataset)) return;
  walk(el, 1);
  if (keyed && side) enter(side);
});

// -- What is mine, on a strip above the palette that it comes from -----------------------------

const owned = list => [...list.querySelectorAll(".split, .take")].filter(el =>
  [...el.querySelectorAll("input")].some(input =>
    number(input) ? input.value : input.checked && input.value));
const copy = (piece, strip) => {
  const one = document.createElement("button");
  one.type = "button";
  one.className = "strip__one";
  const [name] = piece.querySelectorAll(".split__name, .take__name");
  const worth = piece.querySelector(":checked + .split__face")?.lastElementChild.textContent.trim();
  const drawing = piece.querySelector("svg.drawn");
  if (drawing) one.append(drawing.cloneNode(true));
  one.append(name.textContent.trim());
  if (worth) {
    const badge = document.createElement("b");
    const up = piece.querySelector(".split__half:last-child :checked");
    badge.textContent = (up ? "▲" : "") + worth;
    one.append(badge);
  }
  one.addEventListener("click", () => { unfold(strip.dataset.mine, piece); });
  return one;
};
keepDrawn(() => document.querySelectorAll("[data-mine]").forEach(strip => {
  const list = byId(strip.dataset.mine);
  const many = piece => Number(piece.querySelector(".num")?.value ?? 1) || 1;
  strip.replaceChildren(...owned(list).flatMap(piece =>
    Array.from({ length: Math.min(many(piece), 9) }, () => copy(piece, strip))));
  list.querySelectorAll("[data-tab]").forEach(tab => {
    tab.querySelector("b").textContent = owned(byId(tab.dataset.tab)).length || "";
  });
}), "change");

let tabbed = "";
const tab = id => {
  tabbed = id;
  const list = byId(id).closest(".palette");
  list.querySelectorAll("details").forEach(el => { el.open = el.id === id; });
  list.querySelectorAll("[data-tab]").forEach(el =>
    el.toggleAttribute("aria-current", el.dataset.tab === id));
  list.scrollTop = 0;
  const next = list.querySelector("[data-onward] > span");
  const rest = steps()[current()]?.dataset.rest;
  next.dataset.next ??= next.textContent;
  next.textContent = rest && !list.querySelector("[aria-current] ~ [data-tab]") ? rest : next.dataset.next;
};
let unfolded = "";
const unfold = (id, piece) => {
  const list = byId(id);
  if (!list.classList.contains("palette")) return;
  unfolded = id;
  list.classList.add("open");
  tab(piece?.closest("details")?.id ?? list.querySelector("[data-tab][aria-current]").dataset.tab);
  piece?.scrollIntoView({ block: "nearest" });
  piece?.querySelector(":checked")?.focus({ preventScroll: true });
  spread();
};
const shut = list => { unfolded = ""; list.classList.remove("open"); spread(); };
const spread = () => document.querySelectorAll("[data-palette]").forEach(el =>
  el.setAttribute("aria-expanded", byId(el.dataset.palette).classList.contains("open")));

on("click", "[data-palette]", opener => {
  const list = byId(opener.dataset.palette);
  if (list.classList.contains("open")) shut(list); else unfold(list.id);
});
on("click", "[data-tab]", el => tab(el.dataset.tab));
on("click", "[data-seek]", seek => {
  const box = byId(seek.dataset.seek);
  box.hidden = !box.hidden;
  seek.setAttribute("aria-expanded", !box.hidden);
  if (box.hidden) { box.value = ""; announce(box, "input"); } else box.focus();
});
on("click", "[data-onward]", button => {
  const list = button.closest(".palette");
  const next = list.querySelector("[aria-current] ~ [data-tab]");
  if (next) tab(next.dataset.tab);
  else { shut(list); sayNone(byId(section)); onward(); }
});
// -- The steps: one section on the screen ------------------------------------------------------

// The id of the open section is kept here, that the list of what is missing is open, and how far the
// row of steps was pushed: nodes, and what is set on them, go with any swap.
let section = "";
let listed = false;
// While the list is open its lines keep their places, for a finger that is on its way to one: what an
// answer takes away leaves a gap, what it brings stands there when the list is opened again.
let lines = null;
let news = null;
const relist = () => {
  const doubts = byId("doubts");
  doubts?.toggleAttribute("open", listed);
  if (!listed && lines && news) lines.replaceWith(news);
  const there = listed ? doubts?.querySelector(".warnings-list__items") : null;
  if (!there || !lines) { lines = there; news = null; return; }
  if (there === lines) return;
  news = there;
  const left = [...news.querySelectorAll("li")];
  lines.querySelectorAll("li").forEach(line => {
    const at = left.findIndex(one => one.firstElementChild.hash === line.firstElementChild.hash);
    const [now] = at < 0 ? [] : left.splice(at, 1);
    line.classList.toggle("gone", !now);
    if (now && now.textContent !== line.textContent) line.replaceChildren(...now.cloneNode(true).childNodes);
  });
  news.replaceWith(lines);
};
document.addEventListener("toggle", e => {
  if (e.target.id === "doubts") { listed = e.target.open; relist(); }
}, true);
// The toggle comes a moment after the tap, and an answer may come between. A tap elsewhere shuts the list.
document.addEventListener("click", e => {
  const doubts = byId("doubts");
  if (doubts?.firstElementChild.contains(e.target)) listed = !doubts.open;
  else if (listed && doubts && !doubts.contains(e.target)) { listed = false; relist(); }
}, true);
let pushed = 0;
const push = row => { if (row?.id === "steps") pushed = row.scrollLeft; };
document.addEventListener("scroll", e => push(e.target), true);
listen("htmx:oobBeforeSwap", e => push(e.detail.target)); // the event comes a frame later
const steps = () => [...document.querySelectorAll("#steps > a")];
const partOf = link => byId(link.hash?.slice(1));
const current = () => steps().findIndex(link => link.hash === `#${section}`);
const readOnly = () => byId("sheet").closest("fieldset").disabled;
const showSection = () => {
  relist();
  if (byId("steps")) byId("steps").scrollLeft = pushed;
  const parts = document.querySelector(".parts");
  if (!parts || !section) return;
  parts.classList.add("stepped");
  parts.querySelectorAll(".part").forEach(el => el.classList.toggle("now", el.id === section));
  const links = steps();
  const here = current();
  links.forEach((link, n) => {
    if (n === here) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
  });
  const next = links[here + 1];
  const rest = readOnly() ? undefined : links[here]?.dataset.rest;
  const go = document.querySelector("[data-ahead]");
  if (!go) return;
  go.hidden = !next && !rest;
  document.querySelector("[data-end]").hidden = Boolean(next || rest || readOnly());
  go.hash = (next ?? links[here]).hash;
  go.dataset.ahead = rest ? "rest" : "";
  go.firstElementChild.textContent = rest ?? next?.firstChild.textContent.trim() ?? "";
};
// A board that was turned to by a finger: its first blank number, once what stands above is chosen.
const prepare = part => {
  const cells = [...part.querySelectorAll(".board [data-walk]")].filter(shown);
  const blank = cells.find(el => !el.value);
  if (blank && number(blank)) blank.focus({ preventScroll: true });
};
// A page that opens keeps its address: with a new one the browser would take the focus away again.
const turn = (part, focus = true, address = true, ready = false) => {
  const parts = document.querySelector(".parts");
  if (!parts || !part) return;
  lower();
  if (side) settled(false);
  section = part.id;
  showSection();
  if (address) history.replaceState(null, "", `#${part.id}`);
  const link = steps().find(each => partOf(each) === part);
  link?.scrollIntoView({ block: "nearest", inline: "center" });
  pushed = byId("steps")?.scrollLeft ?? 0; // the event comes a frame later, and a swap may be sooner
  scrollTo(0, 0);
  const empty = part.querySelector(".palette");
  if (empty && !owned(empty).length && !readOnly()) unfold(empty.id);
  if (ready) return prepare(part);
  if (focus) part.querySelector(".head__name")?.focus({ preventScroll: true });
};
// What is blank in a section is said to be none: its cells are ticked as by a finger.
const sayNone = part => part.querySelectorAll("[data-rest-cell]:not(:checked)").forEach(el => {
  el.checked = true;
  announce(el, "input", "change");
});
const onward = () => {
  const next = partOf(steps()[current() + 1] ?? {});
  if (next) turn(next, true, true, next.querySelector(".board"));
};
const visit = id => {
  const el = byId(id) ?? document.getElementsByName(id)[0];
  const part = el?.closest(".part");
  if (!part) return;
  if (!part.classList.contains("now")) turn(part, false);
  const group = el.closest(".palette");
  if (group) unfold(group.id, el.closest(".split, .take"));
  const field = el.matches("input, select") ? el : el.querySelector("input, select");
  (field && shown(field) ? field : part.querySelector(".head__name"))?.focus();
};
on("click", "#steps > a, [data-ahead]", (link, e) => {
  e.preventDefault();
  if (link.dataset.ahead === "rest") {
    lower();
    sayNone(byId(section));
    if (partOf(link) === byId(section)) return; // the last one: what comes next is the result
  }
  turn(partOf(link), true, true, e.detail > 0 && partOf(link)?.querySelector(".board"));
});
on("click", "[data-goto]", (to, e) => {
  e.preventDefault();
  // else the list would lie over the cell that it leads to
  listed = false;
  relist();
  visit(to.dataset.goto.replaceAll("/", "-"));
});
listen("click", e => {
  const menu = document.querySelector(".menu[open]");
  if (menu && !menu.contains(e.target)) menu.open = false;
});
const start = () => {
  const links = steps();
  if (!links.length) return;
  const named = byId(location.hash.slice(1))?.closest(".part");
  const other = document.querySelector("[data-other]");
  // a link to a cell that has its place on the page of settings
  const lost = location.hash.length > 1 && !byId(location.hash.slice(1));
  if (lost && other) location.replace(other.href + location.hash);
  turn(named ?? partOf(links[0]), false, false);
  if (!named && document.querySelector("[data-blank]")) {
    document.querySelector(".part.now > .head + .block .tray [data-pad]")?.focus({ preventScroll: true });
    prepare(document.querySelector(".part.now"));
  }
};
start();
// The whole sheet was replaced: the same section is open, and what was undone is gone to, unless a
// finger was elsewhere in between.
let elsewhere = false;
addEventListener("pointerdown", e => { elsewhere = !e.target.closest?.("#undo"); }, true);
// What was undone lies over the bar until something else is done; the bar stays where it is for one more undo.
["pointerdown", "keydown"].forEach(kind => addEventListener(kind, e => {
  if (!e.target.closest?.("#undo")) document.querySelector("[data-undone]")?.remove();
}, true));
const undone = () => {
  const there = document.querySelector("[data-undone]");
  if (there && side) settled(false);
  if (there && !elsewhere) visit(there.dataset.undone);
  return there && !elsewhere;
};
const resume = () => {
  if (!byId(section)) return start();
  showSection();
  matters();
  const asked = side && byId(side.id);
  if (undone()) return;
  if (byId(unfolded)) {
    const there = tabbed;
    unfold(unfolded);
    if (byId(there)) tab(there);
  }
  if (asked) return facing(asked);
  // an undo's answer came while a number was being typed
  if (at && !at.isConnected) byId(at.id)?.focus({ preventScroll: true });
  if (pads(document.activeElement)) raise(document.activeElement);
};
listen("htmx:afterSwap", e => { if (e.target.id === "sheet") resume(); });
// What others entered, or an answer brought: the pad shows it, and begins anew.
listen("taken", e => {
  if (e.target !== at) return;
  sent = at.value;
  fresh = true;
  paint();
});
listen("renewed", e => {
  matters();
  if (at && !shown(at)) lower();
  if (e.detail) undone();
});
// What was typed before undo was pressed is sent before it, and is what it takes back.
document.addEventListener("click", e => { if (e.target.closest?.("#undo")) lower(); }, true);
listen("drawn", showSection);

// -- What waits is sent from here, too ---------------------------------------------------------

// Asked for only where something waits, so that a first view is no request the heavier.
const owed = () => {
  try { return Object.keys(localStorage).some(key => key.startsWith("edit:")); } catch { return false; }
};
if (!byId("sheet") && owed()) import("./sheet_saving.js");

// -- An answer that has to wait ------------------------------------------------------------

// Many ask at once: the server's note about it goes in the answer's place.
listen("htmx:beforeSwap", e => {
  const { xhr } = e.detail;
  if (xhr.status !== 503 || !xhr.getResponseHeader("X-Busy")) return;
  e.detail.shouldSwap = true;
  e.detail.swapOverride = "innerHTML";
});

// What takes a while says so, on pages with questions. Where there is no network it goes without.
const without = () => {};
if (document.querySelector("[data-working]")) import("./computing_message.js").catch(without);
if (byId("calculator")) import("./calculator_answer.js").catch(without);
// A browser remembers a module that did not come, so the second time it has another address.
const AGAIN = 3000;
const { sheetUpdates } = document.querySelector("[data-sheet-updates]")?.dataset ?? {};
const again = () => import(`${sheetUpdates}?again`).catch(without);
if (sheetUpdates) import(sheetUpdates).catch(() => setTimeout(again, AGAIN));
