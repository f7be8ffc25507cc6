// A map of tiles under a thumb: taps place and turn, fingers pan and pinch, arrows walk. What lies
// where stands in the inputs, which are what is stored; sheet_saving.js sends them, and the server answers
// with what the tiles come to. Without scripts the same map is links and buttons.

const STEPS = [[0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1], [1, 0]];
const SIDES = 6;
const COLUMN = 34.5;
const ROW = 40;
const SMALLEST = 46 / ROW;
const LARGEST = 4;

const root = () => document.getElementById("hexes");
const one = name => root().querySelector(name);
const all = name => [...root().querySelectorAll(name)];
const key = ([column, row]) => `${column},${row}`;
const place = text => text.split(",").map(Number);
const middle = ([column, row]) => [COLUMN * column, ROW * (row + column / 2)];
const beside = ([column, row], side) => [column + STEPS[side][0], row + STEPS[side][1]];

// What is open: an empty place, a tile, or a tile that looks for its place.
const now = { at: "", tile: "", looking: false, more: false, unfolded: false, show: "", zoom: 1 };

// -- What lies where -----------------------------------------------------------------------

const input = tile => one(`input[data-tile="${tile}"]`);

// Of two tiles in one place the first counts, as on the server.
const laid = () => {
  const found = new Map();
  all("input[data-tile]").forEach(el => {
    const [at, turn] = el.value.split("/");
    if (turn && ![...found.values()].some(each => each.at === at)) {
      found.set(el.dataset.tile, { at, turn: Number(turn), edges: el.dataset.edges });
    }
  });
  return found;
};

const edge = (edges, turn, side) => edges[(side - turn + SIDES) % SIDES];

const ways = (tile, at) => {
  const there = new Map([...laid()].filter(([id]) => id !== tile).map(([, each]) => [each.at, each]));
  const { edges } = input(tile).dataset;
  return STEPS.map((_, turn) => turn).filter(turn => root().dataset.anyWay || STEPS.every((_, side) => {
    const near = there.get(key(beside(place(at), side)));
    return !near || edge(edges, turn, side) === edge(near.edges, near.turn, (side + 3) % SIDES);
  }));
};

// Empty places beside tiles, and whether an open edge leads there.
const free = lying => {
  const taken = new Set([...lying.values()].map(each => each.at));
  const found = new Map();
  lying.forEach(({ at, turn, edges }) => STEPS.forEach((_, side) => {
    const near = key(beside(place(at), side));
    if (!taken.has(near)) {
      found.set(near, found.get(near) || root().dataset.open.includes(edge(edges, turn, side)));
    }
  }));
  return found.size ? found : new Map([["0,0", true]]);
};

// -- Drawing -------------------------------------------------------------------------------

const moved = at => {
  const [x, y] = middle(place(at));
  return `translate(${x - 24} ${y - 24})`;
};

const nameOf = tile => one(`[data-lies="${tile}"]`).dataset.name;

const drawFreePlaces = (places, lying) => {
  const group = one("[data-free-places]");
  const focused = document.activeElement?.dataset?.at;
  group.replaceChildren(...[...places].map(([at, open]) => {
    const around = STEPS.map((_, side) => key(beside(place(at), side)));
    const near = [...lying].filter(([, each]) => around.includes(each.at)).map(([id]) => nameOf(id));
    const says = near.length ? root().dataset.free.replace("{names}", near.join(", ")) : root().dataset.first;
    const el = one("[data-free-place]").cloneNode(true);
    Object.entries({
      class: `hexes__free${open ? "" : " hexes__free--faint"}${at === now.at ? " now" : ""}`,
      href: `?at=${at}`, "data-at": at, "aria-label": says, transform: moved(at), tabindex: -1,
    }).forEach(([name, value]) => el.setAttribute(name, value));
    return el;
  }));
  if (focused) group.querySelector(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
};

let box = [0, 0, 1, 1];
const bound = places => {
  const middles = places.map(middle);
  const xs = middles.map(([x]) => x);
  const ys = middles.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - 26, Math.min(...ys) - 23];
  box = [left, top, Math.max(...xs) - left + 26, Math.max(...ys) - top + 23];
  [one("[data-ground]"), document.getElementById("hexes-lit")].forEach(el => el.setAttribute("viewBox", box.join(" ")));
};

const size = () => {
  const view = one("[data-view]");
  const [, , width, height] = box;
  const fit = Math.min(view.clientWidth / width, view.clientHeight / height, 3);
  now.zoom = Math.min(LARGEST / fit, Math.max(Math.min(1, SMALLEST / fit), now.zoom));
  const scale = Math.max(fit, SMALLEST) * now.zoom;
  const x = (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth;
  const y = (view.scrollTop + view.clientHeight / 2) / view.scrollHeight;
  one("[data-ground]").style.width = `${Math.floor(width * scale)}px`;
  view.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2);
};

const inSight = () => one(now.at ? `[data-at="${now.at}"]` : `[data-lies="${now.tile}"]:not([hidden])`)
  ?.scrollIntoView({ block: "nearest", inline: "nearest" });

const strip = lying => all("[data-pick]").forEach(el => {
  const tile = el.dataset.pick;
  const badge = el.querySelector("b");
  el.hidden = lying.has(tile);
  el.classList.toggle("now", now.looking && tile === now.tile);
  badge.hidden = !now.at;
  const fit = now.at ? ways(tile, now.at) : [];
  badge.textContent = fit.length;
  el.classList.toggle("hexes__pick--bad", Boolean(now.at) && !fit.length);
  el.dataset.turn = fit[0] ?? 0;
});

// What is nobody's is folded away, until somebody has nothing else to lay or unfolds it.
const offered = () => {
  const fold = one(".hexes__offered");
  if (!fold) return;
  fold.hidden = [...fold.querySelectorAll("[data-pick]")].every(el => el.hidden);
  fold.open = now.unfolded;
};

const foot = lying => {
  const mine = all("input[data-own]");
  const placed = mine.filter(el => lying.has(el.dataset.tile)).length;
  const open = Boolean(now.tile) && !now.looking && lying.has(now.tile);
  // both keep their room, so that the map does not move when a tile is chosen
  const away = (name, is) => { one(name).hidden = false; one(name).classList.toggle("away", is); };
  away("[data-acts]", !open);
  away("[data-waiting]", open);
  one("[data-strip]").classList.toggle("looking", now.looking);
  one("[data-count]").textContent = `${placed} / ${mine.length}`;
  const prompt = now.at ? "at" : now.looking ? "looking" : placed < mine.length ? "none" : mine.length ? "all" : "";
  const rests = prompt === "all" && !now.more;
  one("[data-strip]").hidden = rests;
  one("[data-act=more]").hidden = !rests || all("[data-pick]").every(el => el.hidden);
  all("[data-prompt]").forEach(el => { el.hidden = el.dataset.prompt !== prompt; });
  if (!open) return;
  const fit = ways(now.tile, lying.get(now.tile).at).length;
  one("[data-called]").textContent = nameOf(now.tile);
  one("[data-acts] [data-ways]").textContent = fit
    ? root().dataset.fits.replace("{n}", fit) : root().dataset.fitsNowhere;
};

const tabs = () => {
  const links = [...document.querySelectorAll("#hexes-tabs [data-show]")];
  if (!links.some(el => el.dataset.show === now.show)) now.show = links[0]?.dataset.show;
  links.forEach(el => {
    if (el.dataset.show === now.show) el.setAttribute("aria-current", "true"); else el.removeAttribute("aria-current");
  });
  all("[data-lit]").forEach(el => { el.toggleAttribute("hidden", el.dataset.lit !== now.show); });
};

// One hexagon is in the order of the tab key, arrows lead to the others.
const stops = () => {
  const every = hexagons();
  const here = every.find(el => el === document.activeElement) ?? every.find(el => el.tabIndex === 0) ?? every[0];
  every.forEach(el => el.setAttribute("tabindex", el === here ? 0 : -1));
};

const draw = () => {
  if (!root()) return;
  all("input[data-tile]").forEach(el => { el.disabled = false; });
  const lying = laid();
  const waits = all("input[data-own]").some(el => !lying.has(el.dataset.tile));
  if (lying.size === 0 && waits && !locked()) now.at ||= "0,0";
  if ([...lying.values()].some(each => each.at === now.at)) now.at = "";
  if (now.tile && !now.looking && !lying.has(now.tile)) now.tile = "";
  const says = JSON.parse(document.getElementById("hexes-lit").dataset.says);
  const places = !locked() && (waits || now.at || now.looking || now.more) ? free(lying) : new Map();
  if (now.at && !places.has(now.at)) places.set(now.at, true);
  drawFreePlaces(places, lying);
  all("[data-lies]").forEach(el => {
    const lies = lying.get(el.dataset.lies);
    el.toggleAttribute("hidden", !lies);
    el.classList.toggle("now", el.dataset.lies === now.tile);
    if (!lies) return;
    el.setAttribute("transform", moved(lies.at));
    el.dataset.turn = lies.turn;
    el.setAttribute("aria-label", says[el.dataset.lies] ?? el.dataset.name);
  });
  strip(lying);
  offered();
  foot(lying);
  tabs();
  const every = [...[...lying.values()].map(each => each.at), ...places.keys()];
  bound((every.length ? every : ["0,0"]).map(place));
  size();
  stops();
};

// -- Doing ---------------------------------------------------------------------------------

const open = what => {
  Object.assign(now, { at: "", tile: "", looking: false, more: false }, what);
  draw();
  inSight();
};

// Whoever may only read the sheet looks at tiles and figures.
const locked = () => Boolean(root().closest("fieldset[disabled]"));

const put = (tile, value, then) => {
  if (locked()) return;
  const el = input(tile);
  const change = el.value !== value;
  el.value = value;
  document.getElementById("hexes-lit").classList.toggle("stale", change);
  open(then);
  if (change) ["input", "change"].forEach(name => el.dispatchEvent(new Event(name, { bubbles: true })));
};

const lay = (tile, at) => {
  const was = laid().get(tile)?.turn ?? 0;
  const fit = ways(tile, at);
  put(tile, `${at}/${fit.includes(was) ? was : fit[0] ?? was}`, { tile });
};

const turn = (tile, any) => {
  const lies = laid().get(tile);
  if (!lies) return;
  const fit = any ? [] : ways(tile, lies.at);
  const next = fit.find(each => each > lies.turn) ?? fit[0] ?? (lies.turn + 1) % SIDES;
  put(tile, `${lies.at}/${fit.length === 1 && fit[0] === lies.turn ? lies.turn : next}`, { tile });
};

const off = tile => {
  const lies = laid().get(tile);
  if (lies) put(tile, "", { at: lies.at });
};

const ACTS = {
  turn: () => turn(now.tile),
  any: () => turn(now.tile, true),
  move: () => open({ tile: now.tile, looking: true }),
  off: () => off(now.tile),
  done: () => open({}),
  more: () => open({ more: true, unfolded: true }),
};

const tapped = {
  at: at => (now.looking ? lay(now.tile, at) : open({ at: now.at === at ? "" : at })),
  lies: tile => (now.tile === tile && !now.looking ? turn(tile) : open({ tile })),
  pick: tile => (now.at ? lay(tile, now.at) : open(now.looking ? {} : { tile, looking: true })),
  act: act => ACTS[act](),
  show: show => { now.show = show; tabs(); },
  zoom: by => { now.zoom = Number(by) ? now.zoom * Number(by) : 1; size(); },
};

// Takes the focus of a button that has gone: the tile it was about, or else the first hexagon.
const hexagon = tile => one(`[data-lies="${tile}"]:not([hidden])`) ?? hexagons()[0];

let dragged = false;
document.addEventListener("click", e => {
  if (!root()) return;
  const el = e.target.closest?.("[data-at], [data-lies], [data-pick], [data-act], [data-show], [data-zoom]");
  if (el && (root().contains(el) || el.dataset.show)) {
    e.preventDefault();
    const what = Object.keys(tapped).find(each => each in el.dataset);
    const { tile } = now;
    if (!dragged || !(what === "at" || what === "lies")) tapped[what](el.dataset[what]);
    const lost = [el, document.body].includes(document.activeElement);
    const gone = !el.getClientRects().length || getComputedStyle(el).visibility === "hidden";
    if (lost && gone) hexagon(now.tile || tile)?.focus({ preventScroll: true });
  }
  const fold = e.target.closest?.(".hexes__offered > summary")?.parentElement;
  if (fold) now.unfolded = !fold.open;
  const odd = e.target.closest?.("[data-goto]")?.dataset.goto;
  const lies = odd && document.getElementById(odd);
  if (lies?.dataset.lies) { lies.focus({ preventScroll: true }); open({ tile: lies.dataset.lies }); }
}, true);

// -- Keys ----------------------------------------------------------------------------------

const hexagons = () => all("[data-at], [data-lies]:not([hidden])");
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const centre = el => {
  const { left, right, top, bottom } = el.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};
const next = (from, [dx, dy]) => {
  const [x, y] = centre(from);
  const ahead = hexagons().filter(el => el !== from).map(el => {
    const [a, b] = centre(el);
    const along = (a - x) * dx + (b - y) * dy;
    return { el, along, far: along + 2 * Math.abs((a - x) * dy + (b - y) * dx) };
  });
  return ahead.filter(each => each.along > 4).sort((a, b) => a.far - b.far)[0]?.el;
};
document.addEventListener("keydown", e => {
  const el = e.target.closest?.("[data-at], [data-lies]");
  if (e.key === "Escape" && root()?.contains(e.target) && (now.at || now.tile)) { open({}); return; }
  if (!el || e.ctrlKey || e.metaKey || e.altKey) return;
  const { lies } = el.dataset;
  if (ARROWS[e.key]) {
    const to = next(el, ARROWS[e.key]);
    to?.focus({ preventScroll: true });
    to?.scrollIntoView({ block: "nearest", inline: "nearest" });
    stops();
  } else if (lies && e.key.toLowerCase() === "r") turn(lies, e.shiftKey);
  else if (lies && (e.key === "Delete" || e.key === "Backspace")) {
    const { at } = laid().get(lies);
    off(lies);
    one(`[data-at="${at}"]`)?.focus({ preventScroll: true });
  } else return;
  e.preventDefault();
});

// -- Fingers and mice ----------------------------------------------------------------------

// One finger pans as everywhere; two change the size.
let pinch = null;
const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
document.addEventListener("touchstart", e => {
  if (e.touches.length === 2 && e.target.closest?.("[data-view]")) {
    pinch = { far: apart(e.touches), zoom: now.zoom };
    e.preventDefault();
  }
}, { passive: false });
document.addEventListener("touchmove", e => {
  if (!pinch || e.touches.length !== 2) return;
  e.preventDefault();
  now.zoom = pinch.zoom * apart(e.touches) / pinch.far;
  size();
}, { passive: false });
document.addEventListener("touchend", e => { if (e.touches.length < 2) pinch = null; });

let drag = null;
document.addEventListener("pointerdown", e => {
  dragged = false;
  const view = e.pointerType === "mouse" && e.target.closest?.("[data-view]");
  if (view) drag = { view, x: e.clientX, y: e.clientY, left: view.scrollLeft, top: view.scrollTop };
});
document.addEventListener("pointermove", e => {
  if (!drag) return;
  const [dx, dy] = [e.clientX - drag.x, e.clientY - drag.y];
  dragged ||= Math.hypot(dx, dy) > 8;
  if (dragged) drag.view.scrollTo(drag.left - dx, drag.top - dy);
});
document.addEventListener("pointerup", () => { drag = null; });
document.addEventListener("dragstart", e => { if (e.target.closest?.("[data-view]")) e.preventDefault(); });

// -- Beginning, and what the server says --------------------------------------------------

const asked = new URLSearchParams(location.search);
const named = document.getElementById(location.hash.slice(1))?.dataset.lies;
const looked = asked.get("move") ?? "";
open({
  at: asked.get("at") ?? "", tile: named ?? asked.get("tile") ?? looked,
  looking: Boolean(looked && !asked.get("at")), show: asked.get("show") ?? "",
  unfolded: Boolean(one(".hexes__offered[open]")),
});
const watch = () => new ResizeObserver(size).observe(one("[data-view]"));
watch();
document.addEventListener("drawn", draw);
document.addEventListener("htmx:afterSwap", e => { if (e.target.id === "sheet") { draw(); watch(); } });
