async ([was, is, far]) => {
    const dots = await Promise.all([was, is].map(async picture => {
        const image = new Image();
        image.src = "data:image/png;base64," + picture;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
    }));
    const [a, b] = dots;
    const height = Math.min(a.height, b.height);
    let others = 0;
    for (let n = 0; n < a.width * height; n++) {
        others += Math.abs(a.data[4 * n] - b.data[4 * n]) > far;
    }
    return [others / (a.width * height), a.height, b.height];
}
