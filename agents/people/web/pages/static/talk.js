"use strict";
// Chat between the people at a table. Everything is shown as plain text; muted people are hidden on this browser.

const talk = document.getElementById("talk");
const MUTED = `muted ${location.pathname}`;
let polled = false, heardTalk = 0, unread = 0; // number of received lines, and of unread ones

function muted() {
  return new Set(recall(MUTED) || []);
}

/** Show new messages. */
function hearTalk({ next, past, lines: said }) {
  if (!talk || next <= heardTalk) return;
  const list = document.getElementById("said"), silent = muted(), fresh = said.slice(-(next - heardTalk));
  heardTalk = next; // after a reconnection, all of it comes again
  for (const { seat, name, text, own } of fresh) {
    spoken += own;
    const line = document.createElement("li"), who = document.createElement("b");
    line.dataset.from = seat;
    line.hidden = silent.has(String(seat));
    who.className = `who s${seat}`;
    who.textContent = name;
    line.append(who, " ", text);
    list.append(line);
    if (own || line.hidden || past) continue;
    if (!talk.open) unread += 1;
    note(`${name}: ${text}`);
  }
  list.scrollTop = list.scrollHeight;
  showUnread();
}

function showUnread() {
  const mark = document.getElementById("unread");
  mark.hidden = !unread;
  mark.textContent = unread;
}

async function pollTalk() {
  if (!talk) return;
  const answer = await fetch(`talk?since=${heardTalk}`);
  if (answer.status === 200) hearTalk({ ...(await answer.json()), past: !polled });
  polled = true;
}

if (talk) {
  talk.addEventListener("toggle", () => {
    unread = 0;
    showUnread();
    if (talk.open) document.getElementById("said").scrollTop = 1e6;
  });
  document.getElementById("speak").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.elements.namedItem("text"), text = field.value.trim();
    if (!text) return;
    say({ type: "words", text });
    field.value = "";
  });
  const silent = muted();
  for (const box of talk.querySelectorAll("[data-mute]")) {
    box.checked = silent.has(box.dataset.mute);
    box.addEventListener("change", () => {
      const now = muted();
      if (box.checked) now.add(box.dataset.mute);
      else now.delete(box.dataset.mute);
      remember(MUTED, [...now]);
      for (const line of document.querySelectorAll(`#said [data-from="${box.dataset.mute}"]`)) line.hidden = box.checked;
    });
  }
}
