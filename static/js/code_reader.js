// Reads a code from the address that a phone's camera opened, and from a photo or with the camera
// where the browser knows QR codes. All else is the form's own work.

const form = document.querySelector("[data-read]");
const field = form.elements.code;
const says = form.querySelector("[data-says]");
const camera = form.querySelector("[data-camera]");
const [button, video] = [camera.querySelector("button"), camera.querySelector("video")];
const EVERY = 200;

const given = text => {
  field.value = text;
  form.elements.file.value = "";
  form.requestSubmit();
};

// The part after # stays in the phone; without it in the address the way back leads to the form.
const arrived = () => {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  given(code);
};
addEventListener("hashchange", arrived);
arrived();

const formats = await self.BarcodeDetector?.getSupportedFormats().catch(() => []) ?? [];
const detector = formats.includes("qr_code") ? new BarcodeDetector({ formats: ["qr_code"] }) : null;
const seen = async picture => (await detector.detect(picture))[0]?.rawValue;

if (detector) {
  const label = form.querySelector("[data-photo]");
  label.textContent = label.dataset.photo;
  form.elements.file.accept += ",image/*";
  form.elements.file.addEventListener("change", async e => {
    const [file] = e.target.files;
    if (!file?.type.startsWith("image/")) return;
    says.textContent = "";
    const code = await createImageBitmap(file).then(seen).catch(() => "");
    if (code) given(code);
    else [says.textContent, e.target.value] = [says.dataset.none, ""];
  });
}

if (detector && navigator.mediaDevices) {
  const start = button.textContent.trim();
  const label = button.querySelector("span");
  camera.hidden = false;
  form.querySelector("[data-no-camera]").hidden = true;

  const stop = () => {
    video.srcObject?.getTracks().forEach(track => track.stop());
    [video.srcObject, video.hidden, label.textContent] = [null, true, start];
  };
  const look = async () => {
    if (!video.srcObject) return;
    const code = await seen(video).catch(() => "");
    if (!code || !video.srcObject) { setTimeout(look, EVERY); return; }
    stop();
    given(code);
  };
  button.addEventListener("click", async () => {
    if (video.srcObject) { stop(); return; }
    says.textContent = "";
    try {
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      says.textContent = says.dataset.denied;
      return;
    }
    [video.hidden, label.textContent] = [false, button.dataset.stop];
    await video.play();
    look();
  });
  addEventListener("pagehide", stop);
}
