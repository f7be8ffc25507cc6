// A canvas as a PNG of at most 256 colours, a third of the bytes that the browser itself makes of it.

const COLOURS = 256;

// The colours used most stay as they are; what lies between them at an edge takes the nearest of them.
const reduced = pixels => {
  const index = new Map();
  pixels.forEach(colour => index.set(colour, (index.get(colour) ?? 0) + 1));
  const palette = [...index].sort(([, a], [, b]) => b - a).slice(0, COLOURS).map(([colour]) => colour);
  const apart = (a, b) => [0, 8, 16].reduce((sum, n) => sum + ((a >> n & 255) - (b >> n & 255)) ** 2, 0);
  index.forEach((_, colour) => {
    const distances = palette.map(each => apart(each, colour));
    index.set(colour, distances.indexOf(Math.min(...distances)));
  });
  return { palette, index };
};

const checksum = bytes => {
  let sum = -1;
  bytes.forEach(byte => {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum >>> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  });
  return ~sum;
};

const chunk = (name, data) => {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setInt32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)));
  return bytes;
};

export const png = async canvas => {
  const { width, height } = canvas;
  const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, width, height).data.buffer);
  const { palette, index } = reduced(pixels);
  const head = new DataView(new ArrayBuffer(13));
  [width, height].forEach((each, n) => head.setUint32(4 * n, each));
  [8, 3].forEach((each, n) => head.setUint8(8 + n, each)); // bits of a pixel, which names a colour
  const rows = new Uint8Array((width + 1) * height); // each begins with 0: it is written as it is
  pixels.forEach((colour, n) => { rows[n + Math.floor(n / width) + 1] = index.get(colour); });
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Blob([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", new Uint8Array(head.buffer)),
    chunk("PLTE", Uint8Array.from(palette.flatMap(each => [0, 8, 16].map(n => each >> n & 255)))),
    chunk("IDAT", new Uint8Array(await new Response(packed).arrayBuffer())),
    chunk("IEND", new Uint8Array()),
  ], { type: "image/png" });
};
