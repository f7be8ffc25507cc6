// Python in a worker, with the app in it: a request goes in, an answer comes out, and what changed
// is kept before anybody sees the answer. Any trouble ends this Python; the next request starts one.

import { BUILD } from "./build.js";
import { BASE, NAME, bytes, dropPicture, files, keepPicture, kept, picture } from "./keeping.js";
import loadHighs from "./highs.mjs";
import loadMemory from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { load, save } from "./store.js";

const DATABASE = "companion.sqlite3";
const COOKIES = "cookies.json";
const PATIENCE = 60000;
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
const solver = async () => { highs ??= await loadHighs(); };
const solved = (programme, { threads, ...options }) => highs.withModel({
  numCols: programme.most.length,
  numRows: programme.most_of.length,
  sense: -1,
  colCost: programme.points,
  colLower: programme.most.map(() => 0),
  colUpper: programme.most,
  rowLower: programme.least_of.map(n => n ?? -highs.infinity),
  rowUpper: programme.most_of.map(n => n ?? highs.infinity),
  matrix: {
    format: "csr",
    numRows: programme.most_of.length,
    numCols: programme.most.length,
    starts: new Int32Array(programme.starts),
    indices: new Int32Array(programme.columns),
    values: new Float64Array(programme.factors),
  },
  integrality: new Int32Array(programme.most.length).fill(1),
}, model => {
  if (threads !== 1) throw new Error("there is one thread");
  model.options.set(options);
  model.run();
  const feasible = model.info.get("primal_solution_status") === 2;
  return {
    status: model.getModelStatus(),
    bound: model.info.get("mip_dual_bound"),
    values: feasible ? [...model.getSolution().colValue] : null,
  };
});
self.solved = text => JSON.stringify(solved(...JSON.parse(text)));

// -- Python ---------------------------------------------------------------------------------------

const READY = `
import sys
sys.path.insert(0, "/app")
from companion.phone import bridge
bridge.ready(BASE)
bridge.rehearse(BASE)
`;
const START = `
import json
from scoring.core import linear

def _solve(programme, options):
    import js
    return json.loads(js.solved(json.dumps([programme, options])))

linear.solver = _solve
app = bridge.start(BASE, RENEWED)

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
    // A picture is larger than the memory that Python starts with.
    if (memory) module._malloc(memory.length);
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
  _loadSnapshot: memory ?? undefined,
});

// A refused WebAssembly never answers at all.
const soon = promise => Promise.race([
  promise,
  new Promise((_, ill) => setTimeout(() => ill(new Error("Python did not start")), PATIENCE)),
]);

// The secret of this phone, drawn once.
const own = async data => {
  if (data.has("phone")) return data;
  const phone = [...crypto.getRandomValues(new Uint8Array(32))].map(n => n.toString(16).padStart(2, "0")).join("");
  await save({ phone }, data.get("count") ?? 0);
  return load();
};

// The smallest WebAssembly there is: where a host's policy refuses it, Python would never say so.
const allowed = () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));

// A picture is taken before anything of people's is there, so it holds nothing that they entered.
const begun = async (data, app, memory) => {
  const phone = data.get("phone");
  const python = await soon(booted(phone, app, memory));
  python.globals.set("BASE", BASE);
  if (!memory) {
    python.runPython(READY);
    try { await keepPicture(phone, python.makeMemorySnapshot()); } catch { /* slower the next time */ }
    fill(python.FS, app);
  }
  for (const name of [DATABASE, COOKIES]) if (data.has(name)) python.FS.writeFile(at(name), data.get(name));
  python.globals.set("RENEWED", data.has(DATABASE) && data.get("build") !== BUILD.version);
  python.runPython(START);
  return { python, ask: python.globals.get("ask"), count: data.get("count"), ...seen(python) };
};

const started = async () => {
  allowed();
  const data = await own(await load());
  const [app, memory] = await Promise.all([bytes("app"), picture(data.get("phone")), machine("python"), solver()]);
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

const keep = async now => {
  const { FS } = now.python;
  const after = seen(now.python);
  const changed = {};
  if (after.changes !== now.changes) changed[DATABASE] = FS.readFile(at(DATABASE));
  if (after.cookies !== now.cookies) changed[COOKIES] = new TextEncoder().encode(after.cookies);
  if (!Object.keys(changed).length) return;
  now.count = await save({ ...changed, build: BUILD.version }, now.count);
  Object.assign(now, after);
};

// -- Requests, one after the other ----------------------------------------------------------------

let running = null;
const python = () => {
  running ??= started();
  return running;
};

const target = url => url.slice(new URL(url).origin.length).split("#")[0];

const once = async (method, url, headers, body) => {
  try {
    const now = await python();
    const proxy = now.ask(method, target(url), JSON.stringify(headers), body);
    await keep(now);
    return proxy;
  } catch (fault) {
    running = null;
    throw fault;
  }
};

export const answer = (method, url, headers, body) => navigator.locks.request(NAME, async () => {
  const [status, listed, content] = await once(method, url, headers, body);
  const bare = method === "HEAD" || [204, 205, 304].includes(status);
  return new Response(bare ? null : content, { status, headers: JSON.parse(listed) });
});

// Started and stopped once, so that the next start is a short one.
export const prepare = () => navigator.locks.request(NAME, python);

// All that was entered; even if Python cannot start any more.
export const everything = async () =>
  (await load()).get(DATABASE) ?? (await python()).python.FS.readFile(at(DATABASE));
