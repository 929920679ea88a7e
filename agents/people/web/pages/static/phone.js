"use strict";
// On a narrow screen the question lies in a sheet with the hand and what happened last, and a first tap on the board
// selects: what it would do is said in the sheet, and a second tap, or the button there, does it.

const narrow = matchMedia("(max-width: 719px)");
const sheet = document.getElementById("prompt");
const chosen = document.getElementById("chosen");
const homes = new Map(); // part that lies in the sheet on a narrow screen -> a mark of where it lies else

function settle() {
  for (const name of ["hand", "story"]) {
    const part = document.getElementById(`part-${name}`);
    if (!part) continue;
    if (!homes.has(part)) {
      homes.set(part, document.createComment(name));
      part.before(homes.get(part));
    }
    if (narrow.matches) document.getElementById("in-sheet").append(part);
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
  if (!narrow.matches || !event.detail || target.closest("#part-prompt, #chosen") || target.classList.contains("selected")) return false;
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

/** Show a new question from its first line, and bring what it is about into the part of the board that the sheet leaves
 * free. */
function attend() {
  sheet.scrollTop = 0;
  const about = narrow.matches && board.querySelector(".piece.mover, .piece.doomed, .land.attacked, .scroll .land.legal, svg.room");
  if (!about) return;
  about.closest(".scroll")?.scrollTo({ left: about.getBBox().x * about.ownerSVGElement.getScreenCTM().a - innerWidth / 3 });
  const { top } = about.getBoundingClientRect();
  if (top < 100 || top > innerHeight * 0.32) scrollBy({ top: top - 110, behavior: calm ? "instant" : "smooth" });
}

document.getElementById("fold").addEventListener("click", (event) => {
  const folded = sheet.classList.toggle("folded");
  event.currentTarget.setAttribute("aria-expanded", String(!folded));
});

narrow.addEventListener("change", settle);
settle();
