() => [...document.querySelectorAll(".part.now input[data-pad]")]
    .filter(el => el.offsetParent)
    .map(el => {
        const walk = [...el.closest(".tray")?.querySelectorAll("[data-walk]") ?? []]
            .filter(each => each.offsetParent);
        const before = walk[walk.indexOf(el) - 1];
        return [el.name, Number(el.dataset.pad), before?.name];
    })
