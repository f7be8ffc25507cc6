const opened = name => new Promise((well, ill) => {
  const asked = indexedDB.open(name);
  asked.onsuccess = () => well(asked.result);
  asked.onerror = () => ill(asked.error);
});
const within = async (base, work) => {
  const store = await opened(`companion ${base}`);
  await new Promise((well, ill) => {
    const change = store.transaction("kept", "readwrite");
    change.oncomplete = well;
    change.onabort = () => ill(change.error);
    work(change.objectStore("kept"));
  });
  store.close();
};
