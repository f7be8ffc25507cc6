async ([shot, width]) => {
    const image = new Image();
    image.src = "data:image/png;base64," + shot;
    await image.decode();
    const height = Math.max(1, Math.round(image.height * width / image.width));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context.filter = "grayscale(1)";
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
}
