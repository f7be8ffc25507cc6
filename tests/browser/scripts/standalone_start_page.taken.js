async part => {
  const [name] = await caches.keys();
  const shelf = await caches.open(name);
  for (const each of await shelf.keys()) {
    if (each.url.includes("kept/image-") || each.url.includes(part)) await shelf.delete(each);
  }
}
