self.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect(picture) { return picture.videoWidth === 0 ? [] : [{ rawValue: "LINK" }]; }
};
navigator.mediaDevices ??= {};
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, 9, 9);
  return canvas.captureStream(5);
};
