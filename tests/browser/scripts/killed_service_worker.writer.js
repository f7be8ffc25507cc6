import { load, save } from "./entered_data_store.js";

const file = n => new Uint8Array(1000 + (n * 7919) % 300000).fill(n % 251);
const run = async () => {
  let { count = 0 } = Object.fromEntries(await load());
  for (;;) {
    count = await save({ one: file(count + 1), other: String(count + 1) }, count);
    postMessage(count);
  }
};
run();
