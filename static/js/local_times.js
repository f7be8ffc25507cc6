// Times of the log in the reader's own zone; without script they are UTC, and say so.

const { lang } = document.documentElement;
document.querySelectorAll("time[datetime]").forEach(el => {
  el.textContent = new Date(el.dateTime).toLocaleTimeString(lang, { hour: "numeric", minute: "2-digit" });
});
