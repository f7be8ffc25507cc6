async ([draw, undoes]) => {
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
    const text = el.textContent.trim().split("\n")[0].slice(0, 30);
    const { key, at, pick, act } = el.dataset;
    const name = el.id || key || at || pick || act || el.querySelector("[name]")?.name || text;
    return { x, y, lost, what: `${el.tagName.toLowerCase()} ${name}` };
}
