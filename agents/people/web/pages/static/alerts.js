"use strict";
// A soft sound and a browser notification when it is the user's turn. Both are off until the user turns them on; the
// browser remembers the setting for all tables.

const ALERTS = "alerts";
let audio = null; // browsers allow sound only after the user has interacted with the page

function alerts() {
  return recall(ALERTS) || {};
}

function wakeAudio() {
  if (!alerts().sound || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
}

/** Two soft notes, a fourth apart. */
function chime() {
  wakeAudio();
  if (!audio || audio.state !== "running") return;
  for (const [nth, pitch] of [440, 587.3].entries()) {
    const at = audio.currentTime + 0.02 + 0.16 * nth, tone = audio.createOscillator(), level = audio.createGain();
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.07, at + 0.03);
    level.gain.exponentialRampToValueAtTime(0.0004, at + 0.5);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  }
}

/** It is now this seat's turn, with the question `what`. */
function alertTurn(what) {
  const wanted = alerts();
  if (wanted.sound) chime();
  if (!wanted.notice || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const note = new Notification(`${board.dataset.yours} – ${board.dataset.title}`, { body: what, tag: location.pathname });
    note.onclick = () => { window.focus(); note.close(); };
    document.addEventListener("visibilitychange", () => note.close(), { once: true });
  } catch { /* some phones do not support notifications from pages */ }
}

for (const box of document.querySelectorAll("[data-alert]")) {
  const kind = box.dataset.alert, missing = kind === "notice" ? !("Notification" in window) : !("AudioContext" in window);
  box.disabled = missing;
  box.checked = !missing && Boolean(alerts()[kind]) && (kind !== "notice" || Notification.permission === "granted");
  box.addEventListener("change", async () => {
    if (kind === "notice" && box.checked && (await Notification.requestPermission()) !== "granted") {
      box.checked = false;
      note(box.dataset.refused);
    }
    remember(ALERTS, { ...alerts(), [kind]: box.checked });
    if (kind === "sound" && box.checked) {
      wakeAudio();
      setTimeout(chime, 100);
    }
  });
}
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wakeAudio, { passive: true });

// Letters about the user's turn, if the server sends any.
const letters = document.getElementById("letters");
letters?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (event.submitter) event.submitter.disabled = true;
  const said = new URLSearchParams({ address: event.submitter?.name === "stop" ? "" : letters.elements.namedItem("address").value });
  try {
    const answer = await (await fetch("mail", { method: "POST", body: said })).json();
    letters.dataset.state = answer.state ?? letters.dataset.state;
    letters.querySelector("[role=status]").textContent = answer.text;
  } catch {
    note(letters.dataset.failed);
  }
  if (event.submitter) event.submitter.disabled = false;
});
