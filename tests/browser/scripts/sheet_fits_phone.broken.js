() => {
    const names = ":is(.tray__name, .take__name, .column__name, .column__foot span, .board__head span)";
    const found = [];
    for (const el of document.querySelectorAll(`.bar__seat, .now ${names}`)) {
        if (getComputedStyle(el).clipPath !== "none") continue;
        for (const node of el.childNodes) {
            for (const word of node.data?.matchAll(/[\p{Script=Latin}']+/gu) ?? []) {
                const range = document.createRange();
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map(each => Math.round(each.top)));
                if (lines.size > 1) found.push(word[0]);
            }
        }
    }
    return found;
}
