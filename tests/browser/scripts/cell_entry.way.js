el => {
    const part = el.closest(".part:not(.now)");
    if (part) return `#steps a[href="#${part.id}"]`;
    const list = el.closest(".palette"), group = el.closest("details:not([open])");
    if (list && !list.classList.contains("open")) return `[data-palette="${list.id}"]`;
    if (group) return list ? `[data-tab="${group.id}"]` : `#${group.id} > summary`;
    return "";
}
