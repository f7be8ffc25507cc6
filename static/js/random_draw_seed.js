// What a phone adds to the seed of a draw: a number that the server cannot foresee.

const hex = bytes => Array.from(new Uint8Array(bytes), each => each.toString(16).padStart(2, "0")).join("");
const add = field => { field.value ||= hex(crypto.getRandomValues(new Uint8Array(16))); };
document.querySelectorAll("[data-own-number]").forEach(add);
document.addEventListener("submit", e => e.target.querySelectorAll("[data-own-number]").forEach(add));

// Repeats every draw on the page from its seed, as companion/tables/set_up_draws.py says, and marks it.
const hash = async text => hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
const isRight = async ({ seed, draw, lots }) => {
  for (const [n, urn] of lots.split(";").entries()) {
    const order = urn.slice(urn.indexOf(":") + 1).split(/[ |]/).filter(Boolean);
    const hashes = await Promise.all(order.map(lot => hash(`${seed}/${draw}/${n}/${lot}`)));
    if (hashes.some((each, at) => at && each < hashes[at - 1])) return false;
  }
  return true;
};
document.addEventListener("click", async e => {
  const button = e.target.closest("[data-check-draws]");
  if (!button) return;
  document.querySelector("[data-cannot]").hidden = Boolean(crypto.subtle);
  if (!crypto.subtle) return;
  for (const draw of document.querySelectorAll("[data-seed]")) {
    const right = await isRight(draw.dataset);
    draw.querySelector("[data-right]").hidden = !right;
    draw.querySelector("[data-wrong]").hidden = right;
  }
});
