// A site that is no more: takes the place of its worker on every phone, and lets go. What people
// entered stays in their browser; everything else goes.

addEventListener("install", () => skipWaiting());
addEventListener("activate", e => e.waitUntil((async () => {
  const base = registration.scope;
  await caches.delete(`companion ${base}`);
  await registration.unregister();
  const pages = await clients.matchAll({ type: "window" });
  await Promise.all(pages.map(page => page.navigate(base)));
})()));
