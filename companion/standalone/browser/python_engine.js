// Python in a worker, with the app in it: a request goes in, an answer comes out, and what changed
// is kept before anybody sees the answer. Any trouble ends this Python; the next request starts one.

import { BUILD } from "./build.js";
import {
  BASE, NAME, bytes, dropMark, dropPicture, files, keepMark, keepPicture, kept, marked, picture, pictured, restored,
} from "./site_files.js";
import loadHighs from "./highs.mjs";
import loadMemory from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { load, save } from "./entered_data_store.js";

const DATABASE = "companion.sqlite3";
const COOKIES = "cookies.json";
// What somebody brought back from a file, and what goes with it: both are written by
// companion/standalone/restore_saved_file.py.
const BROUGHT = "brought.sqlite3";
const BESIDE = "brought.json";
const PATIENCE = 60000;
let running = null;
const at = name => `/data/${name}`;

// -- What Python asks for while it starts comes from what is kept ---------------------------------

const OURS = {
  [`${BASE}python/pyodide.asm.wasm`]: "python",
  [`${BASE}python/python_stdlib.zip`]: "library",
  [`${BASE}highs.wasm`]: "solver",
};
// WebAssembly is compiled while everything else is read; Pyodide itself would begin only then.
const machines = {};
const machine = name => {
  machines[name] ??= WebAssembly.compileStreaming(kept(name));
  machines[name].catch(() => { delete machines[name]; });
  return machines[name];
};
const outside = self.fetch.bind(self);
self.fetch = (asked, how) => {
  const ours = OURS[asked];
  if (!ours) return outside(asked, how);
  return ours === "library" ? kept(ours) : machine(ours);
};
WebAssembly.instantiateStreaming = async (asked, imports) => {
  const module = await asked;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

// -- The solver -----------------------------------------------------------------------------------

let highs = null;
let coming = null;
const solver = () => {
  coming ??= loadHighs().then(found => { highs = found; });
  coming.catch(() => { coming = null; });
  return coming;
};
// A programme with `costs` is a linear one to minimise, with bounds of its own; others are in whole numbers.
const solved = ({ costs, low, high, ...programme }, { threads, ...options }) => highs.withModel({
  numCols: (costs ?? programme.most).length,
  numRows: programme.most_of.length,
  sense: costs ? 1 : -1,
  colCost: costs ?? programme.points,
  colLower: low ?? programme.most.map(() => 0),
  colUpper: (high ?? programme.most).map(n => n ?? highs.infinity),
  rowLower: programme.least_of.map(n => n ?? -highs.infinity),
  rowUpper: programme.most_of.map(n => n ?? highs.infinity),
  matrix: {
    format: "csr",
    numRows: programme.most_of.length,
    numCols: (costs ?? programme.most).length,
    starts: new Int32Array(programme.starts),
    indices: new Int32Array(programme.columns),
    values: new Float64Array(programme.factors),
  },
  integrality: costs ? undefined : new Int32Array(programme.most.length).fill(1),
}, model => {
  if (threads !== 1) throw new Error("there is one thread");
  model.options.set(options);
  model.run();
  const feasible = model.info.get("primal_solution_status") === 2;
  const { colValue, rowDual } = feasible ? model.getSolution() : {};
  return {
    status: model.getModelStatus(),
    bound: costs ? null : model.info.get("mip_dual_bound"),
    values: feasible ? [...colValue] : null,
    duals: feasible && costs ? [...rowDual] : null,
  };
});
self.solved = text => JSON.stringify(solved(...JSON.parse(text)));

// -- Python ---------------------------------------------------------------------------------------

const READY = `
import sys
sys.path.insert(0, "/app")
from companion.standalone import wsgi_bridge
wsgi_bridge.ready(BASE)
from itertools import chain
from companion import preload
rest = chain(preload.load_in_steps(), wsgi_bridge.rehearsed(BASE, SPOKEN))
`;
const ALL = "for _piece in rest: pass";
const START = `
import json
from scoring.solving import pulp_substitute

def _solve(programme, options):
    import js
    return json.loads(js.solved(json.dumps([programme, options])))

pulp_substitute.solver = _solve
app = wsgi_bridge.start(BASE, RENEWED)

practice = wsgi_bridge.practised(BASE, SPOKEN)

def ask(method, target, headers, body):
    from pyodide.ffi import to_js
    answer = app.ask(method, target, json.loads(headers), body.to_bytes())
    return to_js([answer.status, json.dumps(answer.headers), answer.body])
`;

// `app` stays as it is: SQLite writes into a copy.
const fill = (FS, app) => {
  const folders = new Set();
  for (const [name, content] of files(app)) {
    const path = `/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, path === at(DATABASE) ? content.slice() : content, { canOwn: true });
  }
};

const booted = (phone, app, memory) => loadPyodide({
  indexURL: `${BASE}python/`,
  lockFileContents: { info: { abi_version: "2026_0" }, packages: {} }, // of this version; no packages
  createPyodideModule: async settings => {
    const module = await loadMemory(settings);
    if (memory) {
      module.growMemory(memory.size);
      await restored(memory, module.HEAPU8);
    }
    return module;
  },
  fsInit: async FS => fill(FS, app),
  env: {
    COMPANION_ALONE: "1",
    COMPANION_SECRET_KEY: phone,
    COMPANION_SOURCE: BUILD.source,
    COMPANION_VAR: "/data",
    DJANGO_ALLOW_ASYNC_UNSAFE: "1",
    HOME: "/data",
    PYTHONHASHSEED: "0",
    PYTHONTZPATH: "/app/zoneinfo",
    RAPIDFUZZ_IMPLEMENTATION: "python",
  },
  _makeSnapshot: !memory,
  _loadSnapshot: memory && new Uint8Array(memory.head),
});

// A refused WebAssembly never answers at all.
const soon = promise => Promise.race([
  promise,
  new Promise((_, ill) => setTimeout(() => ill(new Error("Python did not start")), PATIENCE)),
]);

const evicted = () => Object.assign(new Error("what was entered is gone"), { name: "Evicted" });

// The secret of this phone, drawn once. Where another one has been, the browser has cleared away what
// people entered: nothing begins anew before they have heard of it.
const own = async data => {
  if (data.has("phone")) return data;
  if (await marked()) throw evicted();
  const phone = [...crypto.getRandomValues(new Uint8Array(32))].map(n => n.toString(16).padStart(2, "0")).join("");
  await save({ phone }, data.get("count") ?? 0);
  return load();
};

// The smallest WebAssembly there is: where a host's policy refuses it, Python would never say so.
const allowed = () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));

// What Pyodide makes a snapshot of: some words of its own, how many says the second of them, and the memory.
const snapshot = (phone, python) => {
  python.runPython("wsgi_bridge.close_for_snapshot()");
  const made = python.makeMemorySnapshot();
  const [, head] = new Uint32Array(made.buffer, 0, 2);
  return keepPicture(phone, made.subarray(0, head), made.subarray(head));
};
const pictureOf = async (phone, python) => {
  try { await snapshot(phone, python); } catch { /* slower the next time */ }
};

const untouched = data => !data.has(DATABASE) && !data.has(COOKIES);

// A picture is taken before anything of people's is there, so it holds nothing that they entered. On a
// first start it can wait, and all that is in it but the code: `rest`.
const begun = async (data, app, memory) => {
  const phone = data.get("phone");
  const python = await soon(booted(phone, app, memory));
  python.globals.set("BASE", BASE);
  python.globals.set("SPOKEN", navigator.languages.join());
  const rest = !memory && untouched(data);
  if (!memory) {
    await keepMark().catch(() => { /* no room: what is here can still be read */ });
    python.runPython(READY);
  }
  if (!memory && !rest) {
    python.runPython(ALL);
    await pictureOf(phone, python);
    fill(python.FS, app);
  }
  for (const name of [DATABASE, COOKIES]) if (data.has(name)) python.FS.writeFile(at(name), data.get(name));
  python.globals.set("RENEWED", data.has(DATABASE) && data.get("build") !== BUILD.version);
  python.runPython(START);
  return { phone, python, rest, ask: python.globals.get("ask"), count: data.get("count"), ...seen(python) };
};

const started = async () => {
  allowed();
  const data = await own(await load());
  const [app, memory] = await Promise.all([bytes("app"), picture(data.get("phone")), machine("python")]);
  if (memory) {
    try { return await begun(data, app, memory); } catch (fault) {
      if (fault.type === "Newer") throw fault;
      await dropPicture(); // of another browser's version, perhaps: the long way then
    }
  }
  return begun(data, app, null);
};

// SQLite counts the changes of a file in its 24th byte; cookies are few.
const seen = ({ FS }) => {
  const file = FS.open(at(DATABASE), "r");
  const head = new Uint8Array(4);
  FS.read(file, head, 0, 4, 24);
  FS.close(file);
  const there = FS.analyzePath(at(COOKIES)).exists;
  return { changes: head.join(), cookies: there ? FS.readFile(at(COOKIES), { encoding: "utf8" }) : "" };
};

const full = fault => fault?.name === "QuotaExceededError";

const empty = async () => new Map(files(await bytes("app"))).get(at(DATABASE).slice(1));

// A picture only makes starts short; what people entered may have its room.
const stored = async (changed, count) => {
  try { return await save(changed, count); } catch (fault) {
    if (!full(fault) || !await dropPicture()) throw fault;
    return save(changed, count);
  }
};

// Another phone's data with its secret and its cookies, all at once; this Python ends, since it knows ours.
const taken = async ({ FS }, count) => {
  const { phone, cookies } = JSON.parse(FS.readFile(at(BESIDE), { encoding: "utf8" }));
  const beside = phone ? { phone, [COOKIES]: new TextEncoder().encode(cookies) } : {};
  await stored({ [DATABASE]: FS.readFile(at(BROUGHT)), ...beside, build: BUILD.version }, count);
  if (phone) await dropPicture();
  running = null;
};

// What could not be kept has not happened: the state before it, as the store has it.
const undone = async now => {
  const { python } = now;
  const data = await load();
  python.runPython("wsgi_bridge.forget()");
  for (const name of [COOKIES, BROUGHT, BESIDE]) if (python.FS.analyzePath(at(name)).exists) python.FS.unlink(at(name));
  python.FS.writeFile(at(DATABASE), data.get(DATABASE) ?? await empty());
  if (data.has(COOKIES)) python.FS.writeFile(at(COOKIES), data.get(COOKIES));
  python.runPython(START);
  Object.assign(now, { ask: python.globals.get("ask"), count: data.get("count") }, seen(python));
};

const keep = async now => {
  const { FS } = now.python;
  if (FS.analyzePath(at(BESIDE)).exists) {
    await taken(now.python, now.count);
    return;
  }
  const after = seen(now.python);
  const changed = {};
  if (after.changes !== now.changes) changed[DATABASE] = FS.readFile(at(DATABASE));
  if (after.cookies !== now.cookies) changed[COOKIES] = new TextEncoder().encode(after.cookies);
  if (!Object.keys(changed).length) return;
  now.count = await stored({ ...changed, build: BUILD.version }, now.count);
  Object.assign(now, after);
};

// -- Requests, one after the other ----------------------------------------------------------------

const python = () => {
  if (!running) {
    running = started();
    running.catch(() => { running = null; });
  }
  return running;
};

const target = url => url.slice(new URL(url).origin.length).split("#")[0];

const once = async (method, url, headers, body) => {
  // The start page needs no solver, and to read it takes a tenth of a start.
  const needed = method === "GET" && url === BASE ? null : solver();
  const now = await python();
  await needed;
  now.told ||= method !== "GET" || url.includes("?");
  try {
    const proxy = now.ask(method, target(url), JSON.stringify(headers), body);
    // A full phone still shows what is there; what a page notes in passing waits for more room.
    await keep(now).catch(fault => { if (!full(fault) || !["GET", "HEAD"].includes(method)) throw fault; });
    return proxy;
  } catch (fault) {
    if (full(fault)) await undone(now);
    else running = null;
    throw fault;
  }
};

export const answer = (method, url, headers, body) => navigator.locks.request(NAME, async () => {
  const [status, listed, content] = await once(method, url, headers, body);
  const bare = method === "HEAD" || [204, 205, 304].includes(status);
  return new Response(bare ? null : content, { status, headers: JSON.parse(listed) });
});

// A first start: nothing of people's is here, so what the start page shows is known without Python. What
// would keep Python from starting is thrown, as Python would.
export const blank = () => navigator.locks.request(NAME, async () => {
  if (running || await pictured()) return false;
  allowed();
  const data = await own(await load());
  return untouched(data);
});

// -- Behind a page that is there already ----------------------------------------------------------

// In turn with what is asked: nobody waits for more than one such piece of work.
const between = (now, work) => navigator.locks.request(NAME, async () => {
  if (await running !== now) throw new Error("another Python");
  return work(now);
});

// What a first start left for later. A picture of what somebody has told this Python is not taken: then the
// next start takes one, before it answers.
const finish = async now => {
  while (now.rest) now.rest = await between(now, ({ python }) => python.runPython("wsgi_bridge.step(rest)"));
  await between(now, ({ phone, python, told }) => !told && pictureOf(phone, python));
};

// A browser makes fast code only of what has been run: so some things are done for nobody. A newer worker
// that waits can begin only when this one does nothing.
const practise = async now => {
  await solver();
  while (!registration.waiting && await between(now, ({ python }) => python.runPython("next(practice, False)")));
};

export const prepare = async () => {
  const now = await (running ?? navigator.locks.request(NAME, python));
  if (now.rest) await finish(now);
  if (!now.practised) await practise(now);
  now.practised = true;
};

// All that was entered, even if Python cannot start: the database, and behind it, where SQLite does not
// look, what makes it this phone's, with its length and a word to know it by.
export const everything = async () => {
  const data = await load();
  const cookies = new TextDecoder().decode(data.get(COOKIES) ?? new Uint8Array(0));
  const beside = new TextEncoder().encode(JSON.stringify({ phone: data.get("phone"), cookies }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, beside.length, true);
  return new Blob([data.get(DATABASE) ?? await empty(), beside, length, "companion"]);
};

// Somebody has heard that the browser cleared everything away.
export const anew = () => navigator.locks.request(NAME, () => Promise.all([dropPicture(), dropMark()]));
