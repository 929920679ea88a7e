"use strict";
// Explanations of terms, at the table and in a review: `#board` names the game, `#popover` shows them.

const popover = document.getElementById("popover");
const explained = new Map();
let hovering = 0;
let pinned = false;

const EXPLAINED = "[data-term], [data-card]"; // a term of the game, or something on the table whose card is in the page

async function explain(term, pin) {
  pinned = pin;
  const card = term.dataset.card && document.getElementById(term.dataset.card);
  if (card) {
    open(term, [...card.cloneNode(true).childNodes]);
    return;
  }
  const name = term.dataset.term;
  if (!explained.has(name)) {
    const { root, game } = document.getElementById("board").dataset;
    const address = `${root}/explain/${game}?term=${encodeURIComponent(name)}`;
    explained.set(name, fetch(address).then((answer) => (answer.ok || answer.status === 404 ? answer.json() : Promise.reject(answer))));
  }
  let found;
  try {
    found = await explained.get(name);
  } catch {
    explained.delete(name);
    return;
  }
  if (!term.isConnected || (!pinned && hovering !== term)) return;
  const title = document.createElement("h3");
  title.textContent = found.title;
  const text = document.createElement("div");
  text.innerHTML = found.text;
  open(term, [title, text]);
}

function open(term, content) {
  popover.replaceChildren(...content);
  popover.classList.toggle("passing", !pinned); // a popover on hover does not block clicks on what is below it
  popover.hidden = false;
  const at = term.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  popover.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
  const below = at.bottom + 8 + size.height < innerHeight;
  popover.style.top = `${below ? at.bottom + 8 : Math.max(8, at.top - size.height - 8)}px`;
  if (pinned) document.getElementById("live").textContent = content.map((each) => each.textContent).join(". ");
}

function hidePopover() {
  popover.hidden = true;
  pinned = false;
}

// The term explained at a place: a term, or the person whose card this is.
function termAt(target, card) {
  return target.closest(EXPLAINED) ?? target.closest(card)?.closest(".person").querySelector("[data-term]") ?? null;
}

document.addEventListener("contextmenu", (event) => { // the right button, or a long press
  const term = termAt(event.target, ".person");
  if (!term) return;
  event.preventDefault();
  explain(term, true);
});

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const term = termAt(event.target, ".person > .pick"); // on other cards only the name, since no button covers it
  if (term === hovering) return;
  hovering = term;
  if (!term) {
    if (!pinned && !event.target.closest("#popover")) popover.hidden = true;
    return;
  }
  setTimeout(() => { if (hovering === term) explain(term, false); }, 350);
});

document.addEventListener("click", (event) => {
  const term = event.target.closest(EXPLAINED);
  if (!term) hidePopover();
  else if (!event.target.closest("[data-act], [data-say]")) explain(term, true);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hidePopover();
});
