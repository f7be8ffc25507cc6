// Comforts for filling in a sheet or a calculator: sums, steps, taking back a choice, lists to
// search, questions that come and go. Everything works without them; all listeners sit on the
// document, so that what htmx swaps in needs no set-up.

const number = el => el instanceof HTMLInputElement && el.classList.contains("num");
const announce = (el, ...names) =>
  names.forEach(name => el.dispatchEvent(new Event(name, { bubbles: true })));

// -- Sums ----------------------------------------------------------------------------------

// "3+6+2" is 11, as the server reads it (tests/browser/alike.json); null where it is no sum.
export const sum = typed => {
  const plain = typed.trim().normalize("NFKC").replace(/ /g, "").replace(/[−–ー]/g, "-");
  if (!/^-?\d{1,12}([+-]\d{1,12}){0,30}$/.test(plain)) return null;
  return plain.match(/[+-]?\d+/g).reduce((total, term) => total + Number(term), 0);
};

const settle = el => {
  const total = sum(el.value);
  if (total !== null && String(total) !== el.value) el.value = total;
};
// While the event is on its way down, so before htmx sends the value.
document.addEventListener("change", e => { if (number(e.target)) settle(e.target); }, true);
document.addEventListener("focusout", e => { if (number(e.target)) settle(e.target); });
document.addEventListener("focusin", e => { if (number(e.target)) e.target.select(); });

// -- One less, one more --------------------------------------------------------------------

const step = (el, by) => {
  const now = sum(el.value) ?? 0;
  const least = Number(el.dataset.min ?? 0);
  const most = Number(el.dataset.max ?? 999);
  const next = Math.min(most, Math.max(least, now + by));
  if (next === now && el.value !== "") return;
  el.value = next;
  announce(el, "input", "change");
};
document.addEventListener("click", e => {
  const button = e.target.closest?.("[data-step]");
  const el = button?.closest(".step")?.querySelector(".num");
  if (el) step(el, Number(button.dataset.step));
});

// Enter, or the phone's next key, goes to the next number instead of posting the form.
document.addEventListener("keydown", e => {
  if (!number(e.target) || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "ArrowUp" || e.key === "ArrowDown") {
    e.preventDefault();
    step(e.target, e.key === "ArrowUp" ? 1 : -1);
  } else if (e.key === "Enter") {
    e.preventDefault();
    const all = [...(e.target.form ?? document).querySelectorAll("input.num:not(:disabled)")];
    const shown = all.filter(el => el === e.target || el.offsetParent !== null);
    const next = shown[shown.indexOf(e.target) + (e.shiftKey ? -1 : 1)];
    if (next) next.focus(); else e.target.blur();
  }
});

// -- A tap on the chosen option takes it back, to the blank option if there is one -----------

let chosen = null;
document.addEventListener("pointerdown", e => {
  const radio = e.target.closest?.(".seg__opt")?.querySelector("input[type=radio]");
  chosen = radio?.checked && radio.closest("[data-clear]") ? radio : null;
});
document.addEventListener("click", e => {
  if (!chosen || e.target !== chosen) return;
  const blank = chosen.closest("[data-clear]").querySelector('input[value=""]');
  if (blank) blank.checked = true; else chosen.checked = false;
  announce(blank ?? chosen, "input", "change");
  chosen = null;
});

// -- A list to search: data-filter names it, its items carry every name in data-find ---------

const SMALL = Object.fromEntries([..."ぁぃぅぇぉぢづゐゑを"].map((kana, n) => [kana, "あいうえおじずいえお"[n]]));

// What is typed alike is alike, as for the search on the server (tests/browser/alike.json),
// which also knows old kanji.
export const fold = text => text.normalize("NFKC").toLowerCase()
  .replace(/×/g, "x").replace(/[ァ-ヶ]/g, kana => String.fromCharCode(kana.charCodeAt(0) - 96))
  .replace(/[ぁぃぅぇぉぢづゐゑを]/g, kana => SMALL[kana])
  .replace(/ゔ([あいうえお]?)/g, (_, vowel) => "ばびぶべぼ"["あいうえお".indexOf(vowel || "う")])
  .normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")
  .replace(/[^\p{L}\p{N}]/gu, "");

const filter = box => {
  const list = document.getElementById(box.dataset.filter);
  if (!list) return;
  const want = fold(box.value);
  let hits = 0;
  list.querySelectorAll("[data-find]").forEach(item => {
    item.hidden = !fold(item.dataset.find).includes(want);
    hits += !item.hidden;
  });
  list.querySelectorAll("details").forEach(group => {
    group.dataset.was ??= group.open ? "1" : "";
    group.hidden = !group.querySelector("[data-find]:not([hidden])");
    group.open = want ? !group.hidden : group.dataset.was === "1";
    if (!want) delete group.dataset.was;
  });
  const none = list.querySelector("[data-none]");
  if (none) none.hidden = hits > 0;
};
document.addEventListener("input", e => { if (e.target.dataset?.filter) filter(e.target); });
document.addEventListener("keydown", e => {
  if (e.key === "Enter" && e.target.dataset?.filter) e.preventDefault();
});

// -- Questions that matter only when another cell is set, or is not: data-when, data-unless ---

const isSet = name => [...document.getElementsByName(name)].some(el =>
  ["radio", "checkbox"].includes(el.type) ? el.checked && el.value : el.value);
const matters = () => document.querySelectorAll("[data-when], [data-unless]").forEach(el => {
  const { when, unless } = el.dataset;
  el.hidden = Boolean((when && !isSet(when)) || (unless && isSet(unless)));
});
document.addEventListener("change", e => { if (e.target.name) matters(); });
document.addEventListener("htmx:afterSettle", matters);
matters();

// -- What a calculator offers to write belongs to the form as it was: it waits for the answer -

document.addEventListener("change", e => {
  if (!e.target.closest?.("#calculator")) return;
  document.querySelectorAll("#answer [name=apply]").forEach(offer => { offer.disabled = true; });
});

// -- An answer that has to wait ------------------------------------------------------------

// Many ask at once: the server's note about it goes in the answer's place.
document.addEventListener("htmx:beforeSwap", e => {
  const { xhr } = e.detail;
  if (xhr.status !== 503 || !xhr.getResponseHeader("X-Busy")) return;
  e.detail.shouldSwap = true;
  e.detail.swapOverride = "innerHTML";
});
