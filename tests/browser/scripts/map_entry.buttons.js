() => {
    const kinds = ["data-at", "data-lies", "data-pick", "data-act", "data-zoom", "data-show"];
    const found = [];
    for (const kind of kinds) {
        const seen = [...document.querySelectorAll(`[${kind}]`)].filter(el => {
            const box = el.getBoundingClientRect();
            return box.width && !el.closest("[hidden], .away");
        });
        const by = kind === "data-act" ? seen : seen.slice(0, 1);
        by.forEach(el => found.push(`[${kind}="${el.getAttribute(kind)}"]`));
    }
    return found;
}
