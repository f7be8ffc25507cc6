// The worker of an exported site: answers every request below it, from what this phone keeps. It is
// there once everything has come, and stays until the next build is there as a whole.

import { BUILD } from "./build.js";
import { answer, anew, blank, everything, prepare } from "./python_engine.js";
import { BASE, bytes, files, gather, spoken, tidy } from "./site_files.js";

addEventListener("install", e => e.waitUntil(gather()));
addEventListener("activate", e => e.waitUntil(tidy().then(() => clients.claim())));
addEventListener("message", e => {
  if (e.data === "take over") skipWaiting();
});

// -- Files ----------------------------------------------------------------------------------------

const TYPES = {
  css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json",
  png: "image/png", svg: "image/svg+xml", txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
};
let listed = null;
const ours = () => {
  listed ??= bytes("files").then(piece => new Map(files(piece)));
  listed.catch(() => { listed = null; });
  return listed;
};
const file = (path, content) => new Response(content, {
  headers: { "Content-Type": TYPES[path.split(".").at(-1)] ?? "application/octet-stream" },
});

// -- Trouble --------------------------------------------------------------------------------------

// Said by a page that needs nothing else; what kind of trouble it is, its name says, the browser's or ours.
const KINDS = { QuotaExceededError: "full", CompileError: "refused", Evicted: "evicted", Newer: "newer" };
const kind = fault => {
  if (fault?.message?.endsWith("is not here")) return "gone";
  return KINDS[fault?.type ?? fault?.name] ?? "python";
};
const plain = text => text.replace(/[<>&]/g, " ");
const sorry = async (why, fault) => {
  const page = (await ours().catch(() => new Map())).get(`trouble/${why}.html`)
    ?? new TextEncoder().encode(BUILD.gone);
  // The end of what Python says is the error itself; whoever mends it needs to hear of it.
  const told = plain(String(fault?.message ?? "").trim().slice(-1000));
  const text = new TextDecoder().decode(page)
    .replaceAll('href="./', () => `href="${BASE}`).replace("{fault}", () => told);
  return new Response(text, { status: 503, headers: { "Content-Type": TYPES.html } });
};

// -- The start page, before there is a Python ------------------------------------------------------

const opening = async () => {
  const { pathname } = new URL(BASE);
  const page = new TextDecoder().decode((await ours()).get(`opening/${spoken}.json`));
  const [headers, body] = JSON.parse(page.replaceAll(BUILD.here, () => pathname));
  return new Response(body, { headers });
};

// Python starts behind it, and does what it left for later, once the page's own files have come: nothing is
// asked for a while.
const QUIET = 500;
let last = 0;
let going = null;
const pause = time => new Promise(well => { setTimeout(well, time); });
const quietly = async () => {
  do await pause(QUIET); while (Date.now() - last < QUIET);
  await prepare().catch(() => { /* the next request starts it anew, and says what is wrong */ });
  going = null;
};
const behind = () => {
  last = Date.now();
  going ??= quietly();
  return going;
};

// -- Requests -------------------------------------------------------------------------------------

// What a browser would add on the way to a server, and a worker does not see.
const headers = request => ({
  ...Object.fromEntries(request.headers),
  "accept-language": navigator.languages.join(","),
  referer: request.referrer === "about:client" ? "" : request.referrer,
  "user-agent": navigator.userAgent,
});
const foreign = ({ method, referrer }) => !["GET", "HEAD"].includes(method) && !referrer.startsWith(BASE);

// What the browser has cleared away comes again, where there is a network.
const again = async work => {
  try { return await work(); } catch (fault) {
    if (kind(fault) !== "gone") throw fault;
    await gather().catch(() => { throw fault; });
    return work();
  }
};

const asked = async request => {
  const path = decodeURI(request.url.slice(BASE.length).split(/[?#]/)[0]);
  if (path === BUILD.save) {
    const name = `companion-${new Date().toISOString().slice(0, 10)}.sqlite3`;
    return new Response(await everything(), { headers: { "Content-Disposition": `attachment; filename="${name}"` } });
  }
  if (path === BUILD.anew) {
    await anew();
    return Response.redirect(`${BASE}${BUILD.restore}`, 303);
  }
  if (foreign(request)) return sorry("foreign");
  try {
    const found = (await again(ours)).get(path);
    if (found) return file(path, found);
    const url = path === "index.html" ? BASE : request.url.split("#")[0];
    if (request.method === "GET" && url === BASE && await again(blank)) return await opening();
    const body = new Uint8Array(await request.arrayBuffer());
    return await again(() => answer(request.method, url, headers(request), body));
  } catch (fault) {
    return sorry(kind(fault), fault);
  }
};

addEventListener("fetch", e => {
  const { url } = e.request;
  const rest = url.slice(BASE.length);
  if (url.startsWith(BASE) && !rest.startsWith("parts/") && !BUILD.scripts.includes(rest)) {
    e.respondWith(asked(e.request));
    e.waitUntil(behind());
  }
});
