"use strict";
// Prevents accidental choices: a second click or key that was meant for earlier content does not choose something that
// has just appeared under a resting pointer or focus.

const SOON = 350, END_SOON = 800; // milliseconds
const RESTS = 16; // pixels that a resting pointer may move
let came = -Infinity; // when the open choices appeared
let ended = -Infinity; // when the end was shown
let pointer = [0, 0];
let spot = pointer; // where the pointer was when they appeared; null: it has moved since
let tabbed = false; // the focus has moved since

/** New choices have appeared, or the end is shown. */
function comeUp(over) {
  came = performance.now();
  if (over) ended = came;
  spot = pointer;
  tabbed = false;
}

/** Whether a click on a choice comes too soon to be intended; clicks by keyboard have no detail. */
function tooSoon(event) {
  const since = performance.now();
  if (event.target.closest("[data-rematch]")) return since - ended < END_SOON;
  return since - came < SOON && (event.detail ? spot !== null : !tabbed);
}

for (const kind of ["pointermove", "pointerdown"]) {
  document.addEventListener(kind, (event) => {
    pointer = [event.clientX, event.clientY];
    if (spot && Math.hypot(pointer[0] - spot[0], pointer[1] - spot[1]) > RESTS) spot = null;
  }, true);
}

document.addEventListener("focusin", () => { tabbed = true; });

document.addEventListener("keydown", (event) => { // a key held down chooses only once
  if (event.repeat && event.key === "Enter" && event.target.closest?.("[data-act], [data-say], [data-rematch]")) event.preventDefault();
}, true);
