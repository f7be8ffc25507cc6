// Small comforts for the score pad; every page also works without them.
// All listeners sit on document, so parts that htmx swaps in need no set-up.
(() => {
  "use strict";
  const num = el => el instanceof HTMLInputElement && el.classList.contains("num");
  const say = (el, ...names) => names.forEach(n => el.dispatchEvent(new Event(n, { bubbles: true })));

  // "3+6+2" -> 11; full-width digits and signs too. null when it is not a sum of whole numbers.
  const sum = text => {
    const plain = text.normalize("NFKC").replace(/[\s,]/g, "").replace(/[−ー–]/g, "-").replace(/\++$/, "");
    if (!/^\d{1,6}([+-]\d{1,6})*$/.test(plain)) return null;
    return plain.match(/[+-]?\d+/g).reduce((total, part) => total + Number(part), 0);
  };
  const settle = el => {
    const total = el.value.trim() === "" ? null : sum(el.value);
    if (total !== null && String(total) !== el.value) el.value = total;
  };
  // Runs before htmx sees the change, so the evaluated sum is what is sent.
  document.addEventListener("change", e => { if (num(e.target)) settle(e.target); }, true);
  document.addEventListener("focusout", e => { if (num(e.target)) settle(e.target); });
  document.addEventListener("focusin", e => { if (num(e.target)) e.target.select(); });

  // - and + beside a number; limits in data-min and data-max.
  const step = (el, by) => {
    const now = sum(el.value) ?? 0;
    const next = Math.min(Number(el.dataset.max ?? 999), Math.max(Number(el.dataset.min ?? 0), now + by));
    if (next === now && el.value !== "") return;
    el.value = next;
    say(el, "input", "change");
  };
  document.addEventListener("click", e => {
    const button = e.target.closest?.("[data-step]");
    const el = button?.closest(".step")?.querySelector(".num");
    if (el) step(el, Number(button.dataset.step));
  });

  // Enter, or the phone's next key, goes to the next number instead of posting the form.
  document.addEventListener("keydown", e => {
    if (!num(e.target) || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "ArrowUp" || e.key === "ArrowDown") {
      e.preventDefault();
      step(e.target, e.key === "ArrowUp" ? 1 : -1);
    } else if (e.key === "Enter") {
      e.preventDefault();
      const all = [...(e.target.form ?? document).querySelectorAll("input.num:not(:disabled)")];
      const open = all.filter(el => el === e.target || el.offsetParent !== null);
      const next = open[open.indexOf(e.target) + (e.shiftKey ? -1 : 1)];
      if (next) next.focus(); else e.target.blur();
    }
  });

  // A tap on the chosen option of a clearable group takes it back (to the option with an empty value, if any).
  let chosen = null;
  document.addEventListener("pointerdown", e => {
    const radio = e.target.closest?.(".seg__opt")?.querySelector("input[type=radio]");
    chosen = radio?.checked && radio.closest("[data-clear]") ? radio : null;
  });
  document.addEventListener("click", e => {
    if (!chosen || e.target !== chosen) return;
    const blank = chosen.closest("[data-clear]").querySelector('input[value=""]');
    if (blank) blank.checked = true; else chosen.checked = false;
    say(blank ?? chosen, "input", "change");
    chosen = null;
  });

  // Filter box: data-filter holds the id of a list, its items carry data-find="every name and reading".
  const fold = text => text.normalize("NFKC").toLowerCase()
    .replace(/[ァ-ヶ]/g, c => String.fromCharCode(c.charCodeAt(0) - 96)).replace(/[\s・'’-]/g, "");
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
  document.addEventListener("keydown", e => { if (e.key === "Enter" && e.target.dataset?.filter) e.preventDefault(); });

  // Fields that matter only when another cell is set, or not set: data-when, data-unless hold its name.
  const isSet = name => [...document.getElementsByName(name)].some(i =>
    (i.type === "radio" || i.type === "checkbox") ? i.checked && i.value : i.value);
  const matters = () => document.querySelectorAll("[data-when], [data-unless]").forEach(el => {
    const { when, unless } = el.dataset;
    el.hidden = Boolean((when && !isSet(when)) || (unless && isSet(unless)));
  });
  document.addEventListener("change", e => { if (e.target.name) matters(); });
  document.addEventListener("htmx:afterSettle", matters);
  matters();

  // Whether what was entered has arrived: saving, saved, not saved (then it is sent again with the next change).
  const state = word => document.querySelectorAll("[data-state]").forEach(el => {
    el.dataset.state = word;
    el.textContent = document.body.dataset[word] ?? "";
  });
  let under = 0;
  document.addEventListener("htmx:beforeRequest", e => { if (e.target.closest?.("#sheet")) { under++; state("saving"); } });
  document.addEventListener("htmx:afterRequest", e => {
    if (!e.target.closest?.("#sheet") && !e.target.matches?.("#sheet *")) return;
    under = Math.max(0, under - 1);
    if (!e.detail.successful || e.detail.xhr.getResponseHeader("X-Refused")) state("unsaved"); else if (!under) state("saved");
  });
  // Edits made without a network wait in the browser, across reloads, and are sent in order later.
  // Each keeps its form key, so that one which had arrived after all is not written twice.
  const KEPT = "waiting";
  const waiting = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? []; } catch { return []; } };
  const keep = list => { try { localStorage.setItem(KEPT, JSON.stringify(list)); } catch { /* private mode: this page still re-sends */ } };
  const inputs = name => [...document.getElementsByName(name)];
  const put = (name, value) => inputs(name).forEach(el => {
    if (el.type === "radio" || el.type === "checkbox") el.checked = el.value === value;
    else el.value = value;
  });
  const sheetHere = url => document.querySelector("#sheet")?.getAttribute("action") === url;
  const key = () => [...crypto.getRandomValues(new Uint8Array(10))].map(n => n.toString(16).padStart(2, "0")).join("");
  document.addEventListener("htmx:configRequest", e => {
    if (e.target.closest?.("#sheet") && e.target.name) e.detail.parameters.set("form", key());
  });
  const settled = (url, name) => keep(waiting().filter(each => each.url !== url || each.name !== name));
  const missed = e => {
    const { parameters, path } = e.detail.requestConfig;
    const name = e.target.name;
    if (!name || !e.target.closest?.("#sheet")) return;
    const base = waiting().find(each => each.url === path && each.name === name)?.base ?? parameters.get("base");
    settled(path, name);
    keep([...waiting(), { url: path, name, value: parameters.get(name) ?? "", base, form: parameters.get("form") }]);
  };
  document.addEventListener("htmx:sendError", missed);
  document.addEventListener("htmx:responseError", e => { if (e.detail.xhr.status >= 502) missed(e); });
  document.addEventListener("htmx:afterRequest", e => {
    if (e.detail.successful && e.target.name && e.target.closest?.("#sheet")) settled(e.detail.requestConfig.path, e.target.name);
  });
  let sending = false;
  const send = async () => {
    if (sending || !waiting().length || !navigator.onLine) return;
    sending = true;
    try {
      while (waiting().length) {
        const each = waiting()[0];
        const { url, name, value, base, form } = each;
        const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
        const answer = await fetch(url, {
          method: "POST",
          headers: { "HX-Request": "true", "HX-Trigger-Name": name, "X-CSRFToken": token },
          body: new URLSearchParams({ [name]: value, base, form }),
        });
        if (answer.status >= 500) return;
        keep(waiting().filter(other => other.form !== form));
        if (answer.ok && sheetHere(url)) htmx.swap(document.body, await answer.text(), { swapStyle: "none" });
        else if (!answer.ok || answer.headers.get("X-Conflict")) tell(url);
      }
      if (!under) state("saved");
    } catch { /* still no network: later */ } finally { sending = false; }
  };
  // What could not simply be saved is said on whatever page is open, with the way to its sheet.
  const tell = url => {
    const note = document.createElement("p");
    note.className = "note note--bad";
    note.setAttribute("role", "alert");
    const link = document.createElement("a");
    link.href = url;
    link.textContent = document.body.dataset.clash;
    note.append(link);
    document.getElementById("main")?.prepend(note);
  };
  waiting().filter(each => sheetHere(each.url)).forEach(each => { put(each.name, each.value); state("unsaved"); });
  addEventListener("online", send);
  addEventListener("load", send);
  setInterval(send, 4000);

  // What a calculator offers to write belongs to the form as it was: after a change it waits for the new answer.
  document.addEventListener("change", e => {
    if (e.target.closest?.("#tool")) document.querySelectorAll("#answer [name=apply]").forEach(each => { each.disabled = true; });
  });

  // Share with the phone's own sheet, or copy where there is none.
  document.addEventListener("click", async e => {
    const button = e.target.closest?.("[data-share]");
    if (!button) return;
    const url = button.dataset.share;
    try {
      if (navigator.share) { await navigator.share({ title: document.title, url }); return; }
      if (navigator.clipboard) await navigator.clipboard.writeText(url);
      else { document.getElementById("link")?.select(); document.execCommand("copy"); }
      button.querySelector("span").textContent = button.dataset.done;
    } catch { document.getElementById("link")?.select(); }
  });

  // A table's scoreboard asks every two seconds while it is looked at, and at once on coming back.
  const poll = () => {
    const board = document.querySelector("[data-poll]");
    if (board && document.visibilityState === "visible" && window.htmx) htmx.trigger(board, "poll");
  };
  setInterval(poll, 2000);
  document.addEventListener("visibilitychange", poll);
  addEventListener("pageshow", e => { if (e.persisted) poll(); });
  addEventListener("online", poll);

  // What was unfolded on the scoreboard stays so when it is replaced.
  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", e => {
    if (e.detail.target.id === "board") unfolded = [...e.detail.target.querySelectorAll("details[open]")].map(el => el.id);
  });
  document.addEventListener("htmx:afterSettle", () => unfolded.forEach(id => document.getElementById(id)?.setAttribute("open", "")));

  // Timers count down by the server's clock. Sound is off until this phone wants it.
  let ahead = 0;
  const compare = () => {
    const now = Number(document.querySelector("[data-now]")?.dataset.now);
    if (now) ahead = Date.now() - now;
  };
  const ringing = () => localStorage.getItem("sound") === "1";
  let audio = null;
  const ring = () => {
    navigator.vibrate?.([300, 150, 300]);
    if (!ringing()) return;
    audio ??= new AudioContext();
    [0, .25, .5].forEach(at => {
      const tone = audio.createOscillator(), volume = audio.createGain();
      tone.frequency.value = 880;
      tone.connect(volume).connect(audio.destination);
      volume.gain.setValueAtTime(.2, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(.001, audio.currentTime + at + .2);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + .2);
    });
  };
  const tick = () => document.querySelectorAll("[data-until]").forEach(el => {
    const left = Math.max(0, Math.ceil((Number(el.dataset.until) - Date.now() + ahead) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (el.textContent === text) return;
    el.textContent = text;
    if (left === 0) { el.closest(".timer").classList.add("timer--over"); ring(); }
  });
  compare();
  document.addEventListener("htmx:afterSettle", compare);
  setInterval(tick, 250);
  document.querySelectorAll("[data-sound]").forEach(el => { el.checked = ringing(); });
  document.addEventListener("change", e => {
    if (!e.target.matches?.("[data-sound]")) return;
    localStorage.setItem("sound", e.target.checked ? "1" : "");
    if (e.target.checked) ring();
  });

  // Times in the reader's own zone; without script they are UTC.
  document.querySelectorAll("time[datetime]").forEach(el => {
    el.textContent = new Date(el.dateTime).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  });
})();
