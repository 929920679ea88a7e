"use strict";
// A board has a scrollable window: choices, or the latest changes, are scrolled to its centre, and one tap shows the
// whole board. The page itself does not scroll.

const small = matchMedia("(max-width: 1099px)"); // the question is in a sheet
const DRAWN = "svg.map, svg.room, .squares, img.picture"; // the contents of a window
const CHOSEN = "[data-act], .mover, .doomed, .attacked, .hit, .hot";
const NEAR_BY = "rect.near-by"; // the visible section of a room that is too large for its window
const panes = [...board.querySelectorAll(".window > .part")];

/** The state of each place of the boards, which alone decides whether something has changed there. */
function states() {
  return new Map([...board.querySelectorAll("[data-spot]")].map((each) => [each.dataset.spot, each.dataset.state]));
}

/** Places whose state has changed. */
function changed(before) {
  return [...board.querySelectorAll("[data-spot]")].filter((each) => before.get(each.dataset.spot) !== each.dataset.state);
}

/** Mark changes and scroll to them; if there is a new question, scroll to its choices instead. */
function follow(news, asked) {
  for (const each of board.querySelectorAll(".changed")) each.classList.remove("changed");
  for (const each of news) each.classList.add("changed");
  for (const pane of panes) {
    const choices = asked ? [...pane.querySelectorAll(CHOSEN)] : [], near = pane.querySelector(NEAR_BY);
    const scaled = fit(pane);
    if (!version) pane.scrollTo((pane.scrollWidth - pane.clientWidth) / 2, (pane.scrollHeight - pane.clientHeight) / 2);
    if (near) bring(pane, [near], scaled);
    clear(pane);
    if (!near) bring(pane, choices.length ? choices : news.filter((each) => pane.contains(each)));
    const { top, bottom } = pane.getBoundingClientRect();
    if (choices.length && small.matches && (top + bottom) / 2 < 0) scrollTo({ top: 0, behavior: calm ? "instant" : "smooth" });
  }
}

/** Centre a window on something that is not completely visible in it. */
function bring(pane, wanted, atOnce = calm) {
  const seen = pane.getBoundingClientRect();
  let boxes = wanted.map((each) => each.getBoundingClientRect()).filter(({ width, height }) => width || height);
  if (!boxes.length) return;
  let around = surrounding(boxes);
  if (around.width > seen.width || around.height > seen.height) { // only the most central one
    const far = ({ left, right, top, bottom }) => Math.hypot(left + right - around.left - around.right, top + bottom - around.top - around.bottom);
    boxes = boxes.sort((one, other) => far(one) - far(other)).slice(0, 1);
    around = surrounding(boxes);
  }
  if (around.left >= seen.left && around.right <= seen.right && around.top >= seen.top && around.bottom <= seen.bottom) return;
  pane.scrollBy({
    left: (around.left + around.right - seen.left - seen.right) / 2, top: (around.top + around.bottom - seen.top - seen.bottom) / 2,
    behavior: atOnce || calm ? "instant" : "smooth",
  });
}

/** In an enlarged room, put the button in a corner where it covers nothing important. */
function clear(pane) {
  const button = pane.parentElement.querySelector(".all"), corners = ["right bottom", "left bottom", "right top", "left top"];
  const seen = pane.getBoundingClientRect(), near = pane.querySelector(NEAR_BY), span = 56; // size of the button with its margin
  const lies = [...pane.querySelectorAll(".dot, .beyond circle, circle.body")].map((each) => each.getBoundingClientRect());
  const free = (corner) => {
    const left = corner.startsWith("left") ? seen.left : seen.right - span, top = corner.endsWith("top") ? seen.top : seen.bottom - span;
    return !lies.some((box) => box.right > left && box.left < left + span && box.bottom > top && box.top < top + span);
  };
  button.dataset.corner = (near && corners.find(free)) || corners[0];
}

function surrounding(boxes) {
  const edge = (best, name) => Math[best](...boxes.map((box) => box[name]));
  const left = edge("min", "left"), right = edge("max", "right"), top = edge("min", "top"), bottom = edge("max", "bottom");
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}

/** Fit a board into its window: whole if its letters are then legible, else as large as they need, or as the user has
    chosen. The near section of a room fills the window. Returns whether the size of the board has changed. */
function fit(pane) {
  const view = pane.parentElement, drawn = pane.querySelector(DRAWN), button = view.querySelector(".all");
  if (!drawn || !pane.clientHeight) return false;
  const before = drawn.getBoundingClientRect().width;
  const box = drawn.viewBox?.baseVal, styles = getComputedStyle(drawn), part = drawn.querySelector(NEAR_BY);
  let least = 0; // scale of the whole board
  if (box) {
    const whole = Math.min(pane.clientWidth, pane.clientHeight * box.width / box.height);
    if (part) {
      const scale = Math.min(pane.clientWidth / part.width.baseVal.value, pane.clientHeight / part.height.baseVal.value);
      pane.style.setProperty("--near", `${0.98 * scale * box.width}px`);
    } else pane.style.removeProperty("--near");
    const near = Math.max(pane.clientWidth, parseFloat(styles.getPropertyValue("--near")) || 0);
    least = !part && whole >= (parseFloat(styles.getPropertyValue("--legible")) || 0) ? 1 : whole / near;
  } else {
    pane.style.setProperty("--zoom", 1);
    least = (pane.clientHeight - 18) / (pane.scrollHeight - 18); // without its borders
  }
  const near = small.matches && least < 0.99, whole = view.dataset.chosen ? view.dataset.chosen === "whole" : !near;
  button.hidden = !near;
  button.setAttribute("aria-pressed", String(near && whole));
  view.classList.toggle("near", near && !whole);
  if (!box) pane.style.setProperty("--zoom", near && whole ? least : 1);
  else pane.style.setProperty("--unit", near && whole && !part ? 1 : 1 / drawn.getScreenCTM().a); // drawing units per pixel
  return drawn.getBoundingClientRect().width !== before;
}

for (const pane of panes) {
  pane.parentElement.querySelector(".all").addEventListener("click", ({ currentTarget }) => {
    const view = pane.parentElement, whole = currentTarget.getAttribute("aria-pressed") === "true";
    view.dataset.chosen = whole ? "near" : "whole";
    fit(pane);
    const near = pane.querySelector(NEAR_BY);
    if (whole) bring(pane, near ? [near] : [...pane.querySelectorAll(CHOSEN)], true);
  });
  new ResizeObserver(() => {
    const near = pane.querySelector(NEAR_BY);
    if (fit(pane) && near) bring(pane, [near], true);
  }).observe(pane);
  pane.addEventListener("scrollend", () => clear(pane));
}
