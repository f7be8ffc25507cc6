() => {
    const found = [];
    const head = document.getElementById("steps");
    for (const el of document.querySelectorAll(".now [data-pad]")) {
        if (el.offsetParent === null) continue;
        el.focus();
        const cell = el.closest("label").getBoundingClientRect();
        const keys = document.getElementById("keys").getBoundingClientRect();
        const top = head.offsetParent ? head.getBoundingClientRect().bottom : 0;
        if (!keys.height || cell.bottom > keys.top || cell.top < top) found.push(el.name);
    }
    return found;
}
