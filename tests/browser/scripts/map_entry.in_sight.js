() => {
    const drawn = [...document.querySelectorAll("#hexes [data-lies], #hexes [data-at]")];
    const marked = document.querySelectorAll("#hexes-tabs [aria-current]").length;
    const feet = [...document.querySelectorAll("#hexes :is([data-acts], [data-waiting])")];
    return {
        drawn: drawn.some(el => el.getBoundingClientRect().width > 0),
        marked,
        feet: feet.filter(el => getComputedStyle(el).visibility === "visible").length,
    };
}
