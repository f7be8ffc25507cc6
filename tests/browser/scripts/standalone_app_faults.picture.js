async () => {
  for (const name of await caches.keys()) {
    const shelf = await caches.open(name);
    const found = (await shelf.keys()).filter(each => each.url.includes("kept/image-"));
    await Promise.all(found.map(each => shelf.delete(each)));
  }
}
