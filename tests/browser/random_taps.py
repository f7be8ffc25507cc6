"""A finger that taps at random, seeded: what is seen is looked at after each tap, and compared
with what is stored every so often.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error, Page

SOON = 16
"""Quarters of a second until what is seen has to be what is stored."""

WATCH = """() => {
    if (window.heard) return;
    window.heard = [];
    window.asked = 0;
    window.reshaped = false;
    document.addEventListener("htmx:oobBeforeSwap", e => {
        reshaped ||= e.detail.target.matches("#calculator details");
    });
    window.moved = [];
    const name = el => el?.id || el?.className || el?.nodeName;
    new PerformanceObserver(list => list.getEntries().forEach(({ startTime, sources }) => {
        moved.push([startTime, sources.map(each => name(each.node)).join()]);
    })).observe({ type: "layout-shift" });
    addEventListener("click", e => { if (e.isTrusted && e.detail) heard.push(e.target); }, true);
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (...what) {
        asked += 1;
        this.addEventListener("loadend", () => setTimeout(() => { asked -= 1; }, 60));
        send.apply(this, what);
    };
}"""

NEXT = """async ([draw, undoes]) => {
    // a finger meets what has been there for a moment
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const every = "#sheet label, #calculator label, #keys, #steps";
    const where = () => [...document.querySelectorAll(every)]
        .map(el => { const { x, y } = el.getBoundingClientRect(); return `${x} ${y}`; }).join();
    for (let was = "", n = 0; n < 30 && was !== where(); n += 1) {
        was = where();
        await frame();
        await frame();
    }
    const sheet = document.querySelector("#sheet, #calculator") ?? document.getElementById("main");
    const was = document.getElementById(window.was || " ");
    const lost = was?.offsetParent && document.activeElement === document.body ? was.id : "";
    const seen = el => el.offsetParent && !el.disabled && !el.matches(".nojs, .vh");
    const hexes = "[data-at], [data-lies]:not([hidden]), [data-pick], [data-act], [data-show]";
    const stays = el => el.matches(hexes)
        || !el.matches("[name=go], [data-end], [href]:not([href^='#'])") && !(el.matches("button")
            && el.type === "submit" && !el.matches("#undo, [data-choose]"));
    const kinds = `label, button, summary, #steps > a, [data-ahead], [data-goto], ${hexes}`;
    const found = [...sheet.querySelectorAll(kinds)].filter(el =>
        (seen(el) || el instanceof SVGElement) && stays(el));
    const undo = document.getElementById("undo");
    const bar = undo?.getBoundingClientRect();
    const middle = bar && [bar.x + bar.width / 2, bar.y + bar.height / 2];
    const reached = bar && undo.contains(document.elementFromPoint(...middle));
    if (undoes && reached && !undo.disabled) found.splice(0, found.length, undo);
    let el = null, x = 0, y = 0;
    for (let tries = 0; found.length; tries += 1) {
        const [one] = found.splice(Math.floor(((draw * (tries + 1) * 7.13) % 1) * found.length), 1);
        let box = one.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        const covers = document.querySelector("[data-panel]:not([hidden])")
            ?? document.querySelector("#answer > .said");
        const low = covers?.contains(one) === false
            ? covers.getBoundingClientRect().top : innerHeight;
        // who sees half of a cell brings it into sight first
        const half = box.top < 60 || box.bottom > Math.min(low, innerHeight - 60);
        if (half) one.scrollIntoView({ block: "center" });
        box = one.getBoundingClientRect();
        [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const top = document.elementFromPoint(x, y);
        if (top && one.contains(top)) { el = one; break; }
    }
    if (!el) return null;
    // what an answer says anew has been read, and is tapped when nothing is on its way
    const told = el.closest("#missing, #doubts");
    if (told && document.body.dataset.sheet === "saving") return { later: true };
    // and so has which cells are asked for, where an answer says that, too
    if (reshaped && asked) return { later: true };
    heard.length = 0;
    window.meant = el;
    window.aimed = el.getBoundingClientRect();
    const text = el.textContent.trim().split("\\n")[0].slice(0, 30);
    const { key, at, pick, act } = el.dataset;
    const name = el.id || key || at || pick || act || el.querySelector("[name]")?.name || text;
    return { x, y, lost, what: `${el.tagName.toLowerCase()} ${name}` };
}"""

FAULTS = """async () => {
    const found = [];
    // a click comes after the finger, on a busy machine much later
    for (let n = 0; n < 500 && !heard.length; n += 1) {
        await new Promise(done => setTimeout(done, 10));
    }
    if (heard.length !== 1 && !(heard.length === 2 && meant.matches("label"))) {
        found.push(`${heard.length} clicks for one tap`);
    }
    // an answer may have put the same one in its place; a number or a side of a die is reached by
    // its focus, and may have moved up above its panel since
    const name = el => {
        const { key, at, pick } = el.dataset ?? {};
        return [el.id, el.querySelector?.("[name]")?.name, key, at, pick].join(" ");
    };
    const alike = el => {
        const one = el.closest("label, button, a, summary");
        return meant.contains(el) || (one && name(one) === name(meant) && one.hash === meant.hash);
    };
    const focused = meant.querySelector("[data-pad], [data-faces]") === document.activeElement;
    if (heard.length && !focused && !heard.some(alike)) {
        const since = performance.now() - 1000;
        const lately = moved.filter(([at]) => at > since).map(([, what]) => what).join(" ");
        const said = heard[0].textContent?.replace(/\\s+/g, " ").trim().slice(0, 30);
        const met = `${heard[0].tagName} ${heard[0].id} ${said}`;
        const box = meant.getBoundingClientRect();
        const gone = meant.isConnected ? "" : " and has gone";
        const by = `${Math.round(box.x - aimed.x)}, ${Math.round(box.y - aimed.y)}${gone}`;
        found.push(`the tap met ${met}; what was meant went by ${by}; what moved: ${lately}`);
    }
    if (document.querySelector(".parts")) {
        const parts = [...document.querySelectorAll(".part")].filter(el => el.offsetParent);
        const marked = [...document.querySelectorAll("#steps > a[aria-current]")];
        const ids = [parts.map(el => el.id), marked.map(el => el.hash.slice(1))];
        const right = ids[0].length === 1 && String(ids[0]) === String(ids[1]);
        if (!right) found.push(`sections ${JSON.stringify(ids)}`);
        if (parts[0]?.getBoundingClientRect().height < 40) found.push(`${parts[0].id} is empty`);
    }
    const panels = [...document.querySelectorAll("[data-panel]")].filter(el => el.offsetParent);
    if (panels.length > 1) found.push(`${panels.length} panels`);
    const focus = document.activeElement;
    if (!focus.matches("body, svg *, [data-needed]") && !focus.getClientRects().length) {
        found.push(`focus on ${focus.name || focus.id}, which is not seen`);
    }
    window.was = focus.id;
    return found;
}"""

STORED = """async () => {
    const told = root => {
        const form = root.getElementById("sheet");
        const cells = new Map();
        form?.querySelectorAll("[name][hx-post], [data-tile]").forEach(el => {
            if (document.getElementById(`${el.id}-err`)) return; // refused, and said so
            const ticks = ["radio", "checkbox"].includes(el.type);
            if (ticks && !el.checked) { if (!cells.has(el.name)) cells.set(el.name, ""); return; }
            cells.set(el.name, el.value);
        });
        const took = /\\d+ ?(ms|ミリ秒)/g; // how long it took to work out is never the same again
        const text = id => root.getElementById(id)?.textContent
            .replace(took, "").replace(/\\s+/g, " ").trim() ?? "";
        root.querySelectorAll("[id$='-worth']").forEach(el => {
            cells.set(el.id, el.textContent.trim());
        });
        cells.set("steps", text("steps"));
        cells.set("answer", text("answer"));
        cells.set("total", root.querySelector("#dock output")?.textContent.trim() ?? "");
        return cells;
    };
    const form = document.getElementById("calculator");
    const { pathname, search } = location;
    const asks = form && `${form.action}?${new URLSearchParams(new FormData(form))}`;
    const page = await fetch(asks ?? pathname + search);
    const fresh = told(new DOMParser().parseFromString(await page.text(), "text/html"));
    const here = told(document), skip = document.activeElement?.name;
    return [...new Set([...here.keys(), ...fresh.keys()])]
        .filter(name => name !== skip && (here.get(name) ?? "") !== (fresh.get(name) ?? ""))
        // where a blank counts as none, none is stored as a blank
        .filter(name => here.get(name) !== "0" || fresh.get(name))
        .map(name => `${name}: ${here.get(name)} is seen, ${fresh.get(name)} is stored`);
}"""


@dataclass
class Finger:
    """Taps a page at random. Every fault is kept with the taps that led there."""

    page: Page
    taps: int = 0
    trail: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def run(self, taps: int, draw: random.Random) -> None:
        """So many taps, after which what is seen is what is stored."""
        for _ in range(taps):
            self.tap(draw)
        self.settle()

    def tap(self, draw: random.Random) -> None:
        self.page.evaluate(WATCH)
        draws = [draw.random(), draw.random() < 0.06]
        at = self.page.evaluate(NEXT, draws)
        while at and at.get("later"):
            self.page.wait_for_function("() => !asked && document.body.dataset.sheet !== 'saving'")
            at = self.page.evaluate(NEXT, draws)
        if at is None:
            self.fault("nothing can be tapped")
            self.page.keyboard.press("Escape")
            return
        if at["lost"]:
            self.fault(f"the focus was lost from {at['lost']}")
        self.trail.append(at["what"])
        self.taps += 1
        if at["what"] == "button undo":
            self.undo(at)
        else:
            self.page.touchscreen.tap(at["x"], at["y"])
        for fault in self.page.evaluate(FAULTS):
            self.fault(fault)

    def undo(self, at: dict[str, Any]) -> None:
        """One tap sends one request; who takes back looks at what that was."""
        try:
            with self.page.expect_request(lambda one: "go=undo" in (one.post_data or "")):
                self.page.touchscreen.tap(at["x"], at["y"])
        except Error:
            self.fault("undo sent nothing")
        self.page.wait_for_function("() => heard.length && !asked")

    def settle(self) -> None:
        """Everything was sent; what is seen is what a fresh page shows."""
        self.page.keyboard.press("Escape")  # nothing comes in while a number is being typed
        self.page.evaluate("window.was = ''")
        self.page.wait_for_function(
            "() => !asked && !['saving', 'waiting'].includes(document.body.dataset.sheet)"
        )
        faults = self.page.evaluate(STORED)
        for _ in range(SOON):  # what came by another way, as from the log, comes with a poll
            if not faults:
                return
            self.page.wait_for_timeout(250)
            faults = self.page.evaluate(STORED)
        for fault in faults:
            self.fault(fault)

    def log(self, table: str) -> None:
        """Takes the last change back in the log, or brings it back where it was an undo."""
        other = self.page.context.new_page()
        other.goto(f"{table}/log/")
        other.locator(".log form button").first.tap()
        other.wait_for_load_state()
        other.close()

    def fault(self, what: str) -> None:
        self.faults.append(f"{what}, after {self.taps} taps: {' · '.join(self.trail[-9:])}")
