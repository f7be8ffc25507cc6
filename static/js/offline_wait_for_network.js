// The page for a phone without a network: what waits to be sent, and back as soon as it can be.

const owed = () => {
  try { return Object.keys(localStorage).filter(key => key.startsWith("edit:")).length; } catch { return 0; }
};
const says = document.querySelector("[data-waiting-count]");
if (owed()) says.textContent = says.dataset.waitingCount.replace("{n}", owed());

const look = async () => {
  try {
    const answer = await fetch(document.body.dataset.back, { method: "HEAD", cache: "no-store" });
    if (answer.ok) location.reload();
  } catch { /* still none */ }
};
addEventListener("online", look);
setInterval(look, 3000);
