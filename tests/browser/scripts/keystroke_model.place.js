([selector, reach]) => {
    const el = document.querySelector(selector);
    if (!el) return null;
    window.touched = false;
    addEventListener("click", () => { window.touched = true; }, { once: true, capture: true });
    const label = el.closest("label") ?? el;
    const before = label.getBoundingClientRect();
    const seen = () => {
        const box = label.getBoundingClientRect();
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        const top = document.elementFromPoint(x, y);
        return { x, y, seen: Boolean(top && label.contains(top)) };
    };
    let at = seen();
    if (at.seen || !reach) return { ...at, moved: 0 };
    label.scrollIntoView({ block: "center", inline: "nearest" });
    const after = label.getBoundingClientRect();
    return { ...seen(), moved: Math.hypot(after.y - before.y, after.x - before.x) };
}
