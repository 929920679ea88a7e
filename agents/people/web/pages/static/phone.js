"use strict";
// If the question is in a sheet, so are the hand and the latest events. On a touch screen, a first tap on the board only
// selects: the sheet says what it would do, and a second tap, or the button there, does it.

const touch = matchMedia("(max-width: 719px), (pointer: coarse)");
const sheet = document.getElementById("prompt");
const chosen = document.getElementById("chosen");
const homes = new Map(); // part that is in the sheet on a small screen -> a marker of its usual place

function settle() {
  for (const name of ["hand", "story"]) {
    const part = document.getElementById(`part-${name}`);
    if (!part) continue;
    if (!homes.has(part)) {
      homes.set(part, document.createComment(name));
      part.before(homes.get(part));
    }
    if (small.matches) document.getElementById("in-sheet").append(part);
    else homes.get(part).after(part);
  }
  deselect();
}

function deselect() {
  board.querySelector(".selected")?.classList.remove("selected");
  chosen.replaceChildren();
  chosen.hidden = true;
}

/** Whether a click on the board only selects. */
function selects(target, event) {
  if (!touch.matches || !event.detail || target.closest("#part-prompt, #chosen") || target.classList.contains("selected")) return false;
  deselect();
  target.classList.add("selected");
  const row = sheet.querySelector(`#part-prompt [data-act="${target.dataset.act}"]`);
  const does = document.createElement("button");
  does.type = "button";
  does.className = "main";
  does.dataset.act = target.dataset.act;
  does.innerHTML = row ? row.innerHTML : "";
  if (!row) does.textContent = target.getAttribute("aria-label");
  chosen.append(does);
  const subject = row?.dataset.subject, card = target.dataset.card;
  if (subject || card) {
    const term = document.createElement("button");
    term.type = "button";
    term.className = "term about";
    if (card) term.dataset.card = card;
    else term.dataset.term = subject;
    term.setAttribute("aria-label", `${chosen.dataset.about}: ${does.textContent.trim()}`);
    term.textContent = "ⓘ";
    chosen.append(term);
  }
  chosen.hidden = false;
  sheet.scrollTop = 0;
  live.textContent = `${chosen.dataset.again} ${does.textContent}`;
  return true;
}

/** Scroll a new question to its first line. */
function attend() {
  sheet.scrollTop = 0;
}

document.getElementById("fold").addEventListener("click", (event) => {
  const folded = sheet.classList.toggle("folded");
  event.currentTarget.setAttribute("aria-expanded", String(!folded));
});

small.addEventListener("change", settle);
settle();
