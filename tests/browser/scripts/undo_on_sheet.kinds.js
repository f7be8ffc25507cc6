() => {
    const part = [...document.querySelectorAll(".part")].find(el => el.offsetParent);
    const shown = el => el.offsetParent && !el.disabled && !el.matches(".nojs, .vh");
    const found = new Map();
    part.querySelectorAll("label, button, summary, select").forEach(el => {
        const kind = [el.tagName, el.className, ...Object.keys(el.dataset)].join(" ");
        if (shown(el) && !found.has(kind)) found.set(kind, el);
    });
    return [...found.values()].map((el, n) => { el.dataset.kind = n; return String(n); });
}
