async ([cuts, seed]) => {
  const { load } = await import("./entered_data_store.js");
  let chance = seed;
  const random = () => { chance = (chance * 48271) % 2147483647; return chance / 2147483647; };
  const faults = [];
  let last = 0;
  for (let n = 0; n < cuts; n += 1) {
    const writer = new Worker("./writer.js", { type: "module" });
    let told = 0;
    const first = new Promise(well => {
      writer.onmessage = e => { told = e.data; well(); };
    });
    await first;
    await new Promise(well => setTimeout(well, random() * 12));
    writer.terminate();
    const kept = Object.fromEntries(await load());
    const { count, one, other } = kept;
    if (count < told) faults.push(`${told} was told, ${count} is there`);
    if (count <= last) faults.push(`${count} after ${last}`);
    const size = 1000 + (count * 7919) % 300000;
    const whole = one.length === size && one.every(each => each === count % 251);
    if (!whole || other !== String(count)) faults.push(`half of ${count}: ${other}, ${one.length}`);
    last = count;
  }
  return { faults, last };
}
