"use strict";
// In a room seen from above, dragging selects the nearest button: its effect is shown while the pointer is held, and
// carried out on release. Two fingers move the room in its window. The arrow keys move from button to button.

let dragged = null; // the button nearest to the pointer while it is held
const fingers = new Map(); // pointer held in the room -> its position
let grasped = null; // the point between two fingers, relative to the room's corner

function room() {
  return board.querySelector("svg.room");
}

/** The place of a pointer in the drawing's own units. */
function inRoom(drawing, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return [point.x, point.y];
}

function nearest(drawing, [x, y]) {
  let best = null, least = Infinity;
  for (const each of drawing.querySelectorAll(".target")) {
    const across = drawing.querySelector(".column") && each.querySelector(".column");
    const far = across ? Math.abs(each.dataset.x - x) : Math.hypot(each.dataset.x - x, each.dataset.y - y);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

function point(target) {
  if (dragged === target && (!target || target.classList.contains("near"))) return;
  dragged?.classList.remove("near");
  target?.classList.add("near");
  dragged = target;
  const told = document.getElementById("pointed");
  if (told) told.textContent = target ? target.getAttribute("aria-label") : "";
}

board.addEventListener("pointerdown", (event) => {
  const drawing = event.target.closest("svg.room");
  if (!drawing || event.button !== 0 || !drawing.querySelector(".target")) return;
  event.preventDefault(); // do not select text, and let a finger move the button instead of the page
  drawing.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1) return point(nearest(drawing, inRoom(drawing, event)));
  const pane = drawing.closest(".part"), [x, y] = middle();
  point(null);
  grasped = [x + pane.scrollLeft, y + pane.scrollTop];
});

board.addEventListener("pointermove", (event) => {
  const drawing = room();
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (grasped) {
    const [x, y] = middle();
    drawing.closest(".part").scrollTo(grasped[0] - x, grasped[1] - y);
    return;
  }
  if (drawing && (dragged || event.pointerType === "mouse") && drawing.contains(event.target)) {
    point(nearest(drawing, inRoom(drawing, event)));
  }
});

for (const kind of ["pointerup", "pointercancel"]) {
  board.addEventListener(kind, ({ pointerId }) => {
    fingers.delete(pointerId);
    grasped = null;
  });
}

function middle() {
  return [0, 1].map((axis) => [...fingers.values()].reduce((sum, place) => sum + place[axis], 0) / fingers.size);
}

board.addEventListener("pointerup", (event) => {
  const drawing = room(), target = dragged;
  if (!target || !drawing?.hasPointerCapture(event.pointerId)) return;
  drawing.releasePointerCapture(event.pointerId);
  drawing.dataset.let = event.timeStamp; // the browser's own click, which follows, is ignored
  if (event.pointerType !== "mouse") point(null);
  target.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
});

board.addEventListener("click", (event) => {
  if (event.isTrusted && event.detail && event.target.closest("svg.room")?.dataset.let) event.stopPropagation();
});

board.addEventListener("pointerleave", () => point(null));
board.addEventListener("pointercancel", () => point(null));

const TURNS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
board.addEventListener("keydown", (event) => {
  const target = event.target.closest?.(".target"), turn = TURNS[event.key];
  if (!target || !turn) return;
  event.preventDefault();
  const all = [...room().querySelectorAll(".target")];
  all[(all.indexOf(target) + turn + all.length) % all.length].focus();
});

board.addEventListener("focusin", (event) => {
  const target = event.target.closest?.(".target");
  if (target) point(target);
});
