which => {
    const seen = el => {
        for (let at = el; at; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.clipPath !== "none" || style.opacity === "0") return false;
        }
        return el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
            && el.getClientRects().length && !el.closest("svg, .dot, .skip");
    };
    const design = {
        // Sizes of type that are read, each with an element that has it; not the letters on pieces.
        sizes: () => {
            const written = el => el.matches("input, select, textarea, button")
                || [...el.childNodes].some(node => node.nodeType === 3 && node.data.trim());
            const found = {};
            for (const el of document.querySelectorAll("body *")) {
                const size = parseFloat(getComputedStyle(el).fontSize);
                if (!el.matches("[type=radio], [type=checkbox], [type=hidden]") && seen(el) && written(el)
                    && size) found[size] ??= el.outerHTML.slice(0, 90);
            }
            return found;
        },
        // Elements with a line all around them inside another.
        boxed: () => {
            const sides = ["Top", "Right", "Bottom", "Left"];
            const clear = colour => /, 0\)$|^transparent$/.test(colour);
            const boxed = el => {
                const style = getComputedStyle(el);
                return el.tagName !== "svg" && sides.every(side => style[`border${side}Style`] !== "none"
                    && parseFloat(style[`border${side}Width`]) > 0
                    && !clear(style[`border${side}Color`]));
            };
            const boxes = new Set([...document.querySelectorAll("body *")].filter(
                el => seen(el) && boxed(el)));
            const within = el => {
                for (let at = el.parentElement; at; at = at.parentElement) if (boxes.has(at)) return true;
            };
            return [...boxes].filter(within).map(el => el.outerHTML.slice(0, 90));
        },
        // The filled buttons of a page, or of a pattern, if there are several.
        main: () => {
            const pages = document.querySelectorAll("[data-pattern]");
            return [...pages.length ? pages : [document]].map(page => new Set(
                [...page.querySelectorAll(".btn--main, .felt .btn, .keys__go")].filter(seen)
                    .map(el => el.textContent.trim()))
            ).filter(found => found.size > 1).map(found => [...found]);
        },
        // Pages wider than the screen, and words that do not fit where they stand.
        wide: () => {
            return [document.documentElement.scrollWidth > innerWidth ? document.title : "",
            ...[...document.querySelectorAll(".btn, .nav__to, h1, h2, .chip, .sitter b")].filter(
                el => seen(el) && el.scrollWidth > el.clientWidth + 1)
                .map(el => el.outerHTML.slice(0, 90))].filter(Boolean);
        },
        // How much of the screen bars at its foot take.
        foot: () => Math.max(0, ...[...document.querySelectorAll(".nav, .dock")].map(
            el => el.checkVisibility({ visibilityProperty: true }) ? el.offsetHeight : 0)) / innerHeight,
    };
    return design[which]();
}
