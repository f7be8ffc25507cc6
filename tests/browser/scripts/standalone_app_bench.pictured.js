async () => {
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.some(each => each.url.includes("kept/image-"))) return true;
  }
  return false;
}
