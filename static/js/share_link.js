// Share a link with the phone's own sheet, or copy it where there is none. Over plain HTTP a phone
// offers neither; then the old way of copying is tried, and "copied" is said only if it was.

document.addEventListener("focusin", e => { if (e.target.matches?.("[data-link]")) e.target.select(); });

const honest = () => document.querySelectorAll("[data-share]").forEach(button => {
  if (!navigator.share) button.querySelector("span").textContent = button.dataset.copy;
});
document.addEventListener("htmx:afterSwap", honest);
honest();

document.addEventListener("click", async e => {
  const button = e.target.closest?.("[data-share]");
  if (!button) return;
  const url = button.dataset.share;
  const says = button.querySelector("span");
  if (navigator.share) {
    try { await navigator.share({ title: document.title, url }); return; }
    catch (fault) { if (fault.name === "AbortError") return; } // Closed by hand: nothing to say.
  }
  const done = await copied(url);
  says.textContent = done ? button.dataset.done : button.dataset.byHand;
  if (!done) document.querySelector("[data-link]")?.focus();
});

async function copied(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* not offered here */ }
  let taken = false;
  const fill = e => { e.clipboardData.setData("text/plain", text); e.preventDefault(); taken = true; };
  document.addEventListener("copy", fill, { once: true });
  const asked = document.execCommand("copy");
  document.removeEventListener("copy", fill);
  return asked && taken;
}

// -- The picture of a result ---------------------------------------------------------------

// The server draws it as an SVG that needs no other file; here it becomes what every chat shows.
async function drawn(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d", { alpha: false }).drawImage(image, 0, 0);
  if (self.CompressionStream) return (await import("./small_png.js")).png(canvas);
  return new Promise((well, ill) => {
    canvas.toBlob(blob => (blob ? well(blob) : ill(new Error("no picture"))), "image/png");
  });
}

// The evening's date is the phone's: the server only knows that of its own clock. Swedes write 2026-07-31.
const dayOf = time => new Date(time).toLocaleDateString("sv-SE");

function keep(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

document.addEventListener("click", async e => {
  const button = e.target.closest?.("[data-picture]");
  if (!button) return;
  const { picture, made, name, text, done, failed } = button.dataset;
  const says = button.querySelector("span");
  try {
    const day = dayOf(made);
    const png = await drawn(`${picture}?day=${day}`);
    const files = [new File([png], `${name}-${day}.png`, { type: "image/png" })];
    if (navigator.canShare?.({ files })) return await navigator.share({ files, title: document.title, text });
    keep(files[0]);
    says.textContent = done;
  } catch (fault) {
    if (fault.name !== "AbortError") says.textContent = failed;
  }
});

// The checker of proofs comes with the first tap that asks for it, and hears the others itself.
const check = e => {
  const button = e.target.closest?.("[data-proof]");
  if (!button) return;
  removeEventListener("click", check);
  import(button.dataset.checker).then(({ press }) => press(button)).catch(() => addEventListener("click", check));
};
addEventListener("click", check);
