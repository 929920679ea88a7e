"use strict";
// What has just come up under a resting pointer or focus is not chosen by a second click or key that was meant for what
// was there before.

const SOON = 350, END_SOON = 800; // milliseconds
const RESTS = 16; // pixels that a resting pointer may stray
let came = -Infinity; // when the choices came up that are open
let ended = -Infinity; // when the end was shown
let pointer = [0, 0];
let spot = pointer; // where the pointer was when they came up; null: it has moved since
let tabbed = false; // the focus has moved since

/** Other choices are open from now on, or the end is shown. */
function comeUp(over) {
  came = performance.now();
  if (over) ended = came;
  spot = pointer;
  tabbed = false;
}

/** Whether a click on what can be chosen comes too soon to be meant for it; clicks by keyboard have no detail. */
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

document.addEventListener("keydown", (event) => { // a key that is held chooses once
  if (event.repeat && event.key === "Enter" && event.target.closest?.("[data-act], [data-say], [data-rematch]")) event.preventDefault();
}, true);
