() => {
    const strip = document.querySelector("#keys [data-unsaved]").getBoundingClientRect();
    const words = [...document.querySelectorAll(".bar h1, .bar button, #steps > a")];
    return words.filter(el => {
        const box = el.getBoundingClientRect();
        return el.checkVisibility() && box.top < strip.bottom && box.bottom > strip.top;
    }).map(el => el.textContent.trim());
}
