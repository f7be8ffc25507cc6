{% load static %}// Where there is no network, a page of our own instead of the browser's. It keeps that page and
// its two files, and nothing else: what a table says is as old as the network.
const PAGE = "{% url "offline" %}";
const KEPT = [PAGE, "{% static "css/base.css" %}", "{% static "js/offline_wait_for_network.js" %}"];

addEventListener("install", e => {
  const fresh = KEPT.map(path => new Request(path, { cache: "reload" }));
  e.waitUntil(caches.open("offline").then(cache => cache.addAll(fresh)).then(() => skipWaiting()));
});
addEventListener("activate", e => {
  e.waitUntil(registration.navigationPreload?.enable());
});

const asked = async e => {
  try { return (await e.preloadResponse) ?? await fetch(e.request); }
  catch { return await caches.match(PAGE) ?? Response.error(); }
};
addEventListener("fetch", e => {
  const { mode, method, url } = e.request;
  if (mode === "navigate" && method === "GET") e.respondWith(asked(e));
  else if (KEPT.includes(new URL(url).pathname) && mode !== "navigate") {
    e.respondWith(fetch(e.request).catch(() => caches.match(e.request)));
  }
});
