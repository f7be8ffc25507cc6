// What a phone keeps of this site: fetched piece by piece and looked at, so that what has come need
// not come again, and nothing else can take its place. The page fetches it, and each new worker.

import { BUILD } from "./build.js";

export const BASE = new URL("./", import.meta.url).href;
export const NAME = `companion ${BASE}`;
// The reader's language, or the first of ours.
const [ours] = BUILD.languages;
export const spoken = navigator.languages.map(each => each.toLowerCase().split("-")[0])
  .find(each => BUILD.languages.includes(each)) ?? ours;

const place = part => `${BASE}kept/${part.sum}`;
const shelf = () => caches.open(NAME);

export const kept = async name => {
  const found = await (await shelf()).match(place(BUILD.parts[name]));
  if (!found) throw new Error(`${name} is not here`);
  return found;
};
export const bytes = async name => new Uint8Array(await (await kept(name)).arrayBuffer());

// Many small files come as one part: a list of names and sizes, then everything in a row.
export const files = function* (piece) {
  const length = new DataView(piece.buffer, piece.byteOffset).getUint32(0, true);
  let at = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(piece.subarray(4, at)))) {
    yield [path, piece.subarray(at, at + size)];
    at += size;
  }
};

const hex = buffer => [...new Uint8Array(buffer)].map(n => n.toString(16).padStart(2, "0")).join("");

const fetched = async (cache, part, told) => {
  const pieces = [];
  for (let n = 0; n < part.slices; n += 1) {
    const at = `${BASE}parts/${part.sum}.${n}`;
    let piece = await cache.match(at);
    if (!piece) {
      const answer = await fetch(at, { cache: "no-store" });
      if (!answer.ok) throw new Error(`${answer.status}: ${at}`);
      await cache.put(at, answer);
      piece = await cache.match(at);
    }
    pieces.push(await piece.blob());
    told(pieces.reduce((sum, each) => sum + each.size, 0));
  }
  return pieces;
};

const brought = async (cache, part, told) => {
  const pieces = await fetched(cache, part, told);
  const drop = () => Promise.all(pieces.map((_, n) => cache.delete(`${BASE}parts/${part.sum}.${n}`)));
  let whole = new ArrayBuffer(0);
  try {
    const plain = new Blob(pieces).stream().pipeThrough(new DecompressionStream("gzip"));
    whole = await new Response(plain).arrayBuffer();
  } catch { /* no such thing: its sum says so, too */ }
  if (hex(await crypto.subtle.digest("SHA-256", whole)) !== part.sum) {
    await drop();
    throw new Error(`not what it should be: ${part.sum}`);
  }
  await cache.put(place(part), new Response(whole, { headers: { "Content-Type": part.type } }));
  await drop();
};

// Everything that is not here yet. `told` hears how many bytes there are of how many.
export const gather = async (told = () => {}) => {
  const cache = await shelf();
  let there = 0;
  for (const part of Object.values(BUILD.parts)) {
    const before = there;
    if (!await cache.match(place(part))) await brought(cache, part, n => told(before + n, BUILD.bytes));
    there += part.packed;
    told(there, BUILD.bytes);
  }
};

// What only an older build had.
export const tidy = async () => {
  const cache = await shelf();
  const needed = new Set([...Object.values(BUILD.parts).map(place), image(), mark()]);
  const old = (await cache.keys()).filter(each => !needed.has(each.url));
  await Promise.all(old.map(each => cache.delete(each)));
};

// The memory of a Python that is ready to answer: of this build, and of this phone. What is empty in
// it is left out; the rest goes from the shelf to its places in the next Python's memory, without a stop.
const PAGE = 65536;
const image = () => `${BASE}kept/image-${BUILD.version}`;
const places = memory => {
  const whole = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const found = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    if (!whole.subarray(at / 8, (at + PAGE) / 8).some(Boolean)) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === at) last[1] += PAGE;
    else found.push([at, PAGE]);
  }
  return found;
};
export const picture = async of => {
  const found = await (await shelf()).match(image());
  if (found?.headers.get("X-Of") !== of) return null;
  return { body: found.body, ...JSON.parse(found.headers.get("X-Is")) };
};
export const pictured = async () => Boolean(await (await shelf()).match(image()));
export const keepPicture = async (of, head, memory) => {
  const there = places(memory);
  const is = { head: [...head], places: there, size: memory.length };
  const pieces = there.map(([at, size]) => memory.subarray(at, at + size));
  const headers = { "X-Of": of, "X-Is": JSON.stringify(is) };
  await (await shelf()).put(image(), new Response(new Blob(pieces), { headers }));
};
export const restored = async ({ body, places: there }, memory) => {
  const reader = body.getReader();
  let piece = new Uint8Array(0);
  let before = 0;
  for (const [at, size] of there) {
    memory.fill(0, before, at);
    before = at + size;
    for (let to = at; to < before;) {
      if (!piece.length) {
        const read = await reader.read();
        if (read.done) throw new Error("half a picture");
        piece = read.value;
      }
      const part = piece.subarray(0, before - to);
      memory.set(part, to);
      to += part.length;
      piece = piece.subarray(part.length);
    }
  }
};
export const dropPicture = async () => (await shelf()).delete(image());

// That a phone has been here, whatever became of its data: it lies apart from them.
const mark = () => `${BASE}kept/mark`;
export const marked = async () => Boolean(await (await shelf()).match(mark()));
export const keepMark = async () => (await shelf()).put(mark(), new Response(""));
export const dropMark = async () => (await shelf()).delete(mark());
