{% load static %}// Where there is no network, a page of our own instead of the browser's. It keeps that page and
// its two files, and nothing else: what a table says is as old as the network.
const PAGE = "{% url "offline" %}";
const KEPT = [PAGE, "{% static "css/base.css" %}", "{% static "js/offline_wait_for_network.js" %}"];

addEventListener("install", e => {
  const fresh = KEPT.map(path => new Request(path, { cache: "reload" }));
  e.waitUntil(caches.open("offline").then(cache => cache.addAll(fresh)).then(() => skipWaiting()));
});
// Firefox shows its own page, whatever a worker answers, when a preload finds no network. Workers before this one enabled it.
addEventListener("activate", e => {
  e.waitUntil(registration.navigationPreload?.disable());
});

// What a button would have sent is lost: back on the page with the button, it can be pressed again.
const asked = async e => {
  const { method, referrer } = e.request;
  try { return await fetch(e.request); }
  catch {
    if (method !== "GET" && referrer) return Response.redirect(referrer, 303);
    return await caches.match(PAGE) ?? Response.error();
  }
};
addEventListener("fetch", e => {
  const { mode, url } = e.request;
  if (mode === "navigate") e.respondWith(asked(e));
  else if (KEPT.includes(new URL(url).pathname) && mode !== "navigate") {
    e.respondWith(fetch(e.request).catch(() => caches.match(e.request)));
  }
});
