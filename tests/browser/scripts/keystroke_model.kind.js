name => {
    const [el] = document.getElementsByName(name);
    if (!el?.closest("#sheet")) return null;
    const part = el.closest(".part:not(.now)");
    const kinds = {
        faces: el.dataset.faces, pile: el.closest("[data-pile]"), more: "more" in el.dataset,
        cycle: "cycle" in el.dataset, number: el.dataset.pad,
    };
    return {
        part: part?.id.replace("part-", "") ?? "",
        is: Object.keys(kinds).find(kind => kinds[kind]) ?? "tick",
    };
}
