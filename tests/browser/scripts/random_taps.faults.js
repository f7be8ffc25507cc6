async () => {
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
        const said = heard[0].textContent?.replace(/\s+/g, " ").trim().slice(0, 30);
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
}
