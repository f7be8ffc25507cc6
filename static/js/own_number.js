// What a phone adds to the seed of a draw: a number that the server cannot foresee.

const add = field => {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  field.value ||= bytes.map(each => each.toString(16).padStart(2, "0")).join("");
};
document.querySelectorAll("[data-own-number]").forEach(add);
document.addEventListener("submit", e => e.target.querySelectorAll("[data-own-number]").forEach(add));
