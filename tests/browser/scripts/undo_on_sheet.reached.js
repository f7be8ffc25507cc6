kind => {
    const el = document.querySelector(`[data-kind="${kind}"]`);
    if (!el) return null;
    el.scrollIntoView({ block: "center" });
    const box = el.getBoundingClientRect();
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return el.contains(document.elementFromPoint(at.x, at.y)) ? at : null;
}
