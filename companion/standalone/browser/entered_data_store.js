// What people entered, in this browser's database: whole files by name, written before anything is
// answered. Each writer says which state it began with, so that two of them never mix.

import { NAME } from "./site_files.js";

const SHELF = "kept";
const COUNT = "count";

// Held open, since to open it takes as long as to write; let go of when the browser clears everything away.
let held = null;
const letGo = () => { held = null; };
const opened = () => {
  held ??= new Promise((well, ill) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(SHELF);
    asked.onsuccess = () => {
      const store = asked.result;
      store.onclose = letGo;
      store.onversionchange = () => { letGo(); store.close(); };
      well(store);
    };
    asked.onerror = () => ill(asked.error);
    asked.onblocked = () => ill(new Error("the store is held by another page"));
  });
  held.catch(letGo);
  return held;
};

const within = async (mode, work) => {
  const store = await opened();
  return new Promise((well, ill) => {
    const change = store.transaction(SHELF, mode, { durability: "strict" });
    let found;
    change.oncomplete = () => well(found);
    change.onabort = () => ill(change.error ?? new Error("another worker wrote first"));
    work(change.objectStore(SHELF), result => { found = result; }, () => change.abort());
  });
};

// Every file by name, and `count`: how often something was written.
export const load = () => within("readonly", (shelf, found) => {
  const names = shelf.getAllKeys();
  const values = shelf.getAll();
  values.onsuccess = () => found(new Map(names.result.map((name, n) => [name, values.result[n]])));
});

// Writes the changed files if nobody else wrote since `count`; the new count.
export const save = (changed, count) => within("readwrite", (shelf, found, stop) => {
  const now = shelf.get(COUNT);
  now.onsuccess = () => {
    if ((now.result ?? 0) !== count) return stop();
    Object.entries(changed).forEach(([name, content]) => shelf.put(content, name));
    shelf.put(count + 1, COUNT);
    return found(count + 1);
  };
});
