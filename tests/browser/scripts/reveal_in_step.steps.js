() => {
    window.steps = [];
    let last = "";
    const look = () => {
        const box = document.querySelector("[data-ended]");
        if (!box) return;
        const now = box.dataset.shown ?? box.querySelector("[data-first]").textContent;
        if (now && now !== last) window.steps.push([last = now, Date.now()]);
    };
    new MutationObserver(look).observe(document, {
        subtree: true, childList: true, characterData: true, attributeFilter: ["data-shown"],
    });
}
