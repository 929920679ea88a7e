"use strict";
// The clock of the table: the server sends the remaining time, and the page counts down from there.

const clock = document.getElementById("clock");
const TOLD_AT = [30, 10]; // remaining seconds at which they are announced to screen readers
let running = null; // the server's latest message, and its time by the page's own clock

function setClock(said) {
  if (!clock) return;
  const until = performance.now() + 1000 * (said?.left ?? 0), same = running?.own && said?.own && Math.abs(running.until - until) < 2000;
  running = said && { ...said, until, told: same ? running.told : new Set() };
  tick();
}

/** A number of seconds in readable form. */
function inClockTime(seconds) {
  const d = Math.floor(seconds / 86400), h = Math.floor(seconds / 3600) % 24, m = Math.floor(seconds / 60) % 60, s = Math.floor(seconds) % 60;
  const pad = (n) => String(n).padStart(2, "0");
  if (d) return fill(clock.dataset.days, { d, h });
  return seconds >= 3600 ? fill(clock.dataset.hours, { h, m }) : `${m}:${pad(s)}`;
}

function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}

function tick() {
  if (!clock) return;
  const known = running && running.left !== null;
  const left = known ? (running.runs ? Math.max(0, Math.ceil((running.until - performance.now()) / 1000)) : running.left) : 0;
  const said = known ? fill(running.own ? clock.dataset.own : clock.dataset.other, { name: running.name, time: inClockTime(left) }) : "";
  if (clock.textContent !== said) clock.textContent = said;
  clock.classList.toggle("ticking", Boolean(known && running.runs));
  clock.classList.toggle("soon", Boolean(known && running.runs && running.own && left <= TOLD_AT[0]));
  if (!known || !running.runs || !running.own) return;
  const due = TOLD_AT.filter((each) => left <= each && !running.told.has(each));
  for (const each of due) running.told.add(each);
  if (due.length && left) live.textContent = fill(clock.dataset.soon, { time: inClockTime(left) });
}

if (clock) setInterval(tick, 250);
