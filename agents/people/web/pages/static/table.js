"use strict";
// A page at the table: it shows what the server sends, and sends the user's clicks. It knows no rules.

const board = document.getElementById("board");
const notice = document.getElementById("notice");
const live = document.getElementById("live");
const link = document.getElementById("link");
const chronicle = document.getElementById("chronicle");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const STILL = "still" in board.dataset; // a puzzle: nothing changes, and the page asks only once
let version = 0;
let lines = 0;
let pending = false; // a choice is on its way

// ---------------------------------------------------------------------------------------------------------- drawing

/** The key that identifies an element among its siblings: its id, or its data-key. */
const keyOf = (node) => node.id || node.dataset?.key || "";
const KEPT = ["open", "data-nth", "aria-keyshortcuts"]; // set by the page itself

/** Make `old` equal to `fresh` but keep all common nodes: focus, open details and animations survive. */
function morph(old, fresh) {
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(KEPT.includes(name) && (name !== "open" || old.tagName === "DETAILS"))) old.removeAttribute(name);
  }
  morphChildren(old, fresh);
}

/** Match elements with a key by the key, wherever they are now, and all others by position. */
function morphChildren(old, fresh) {
  const wanted = new Set([...fresh.children].map(keyOf)), known = new Map();
  for (const child of [...old.children]) {
    const key = keyOf(child);
    if (key && !wanted.has(key)) child.remove();
    else if (key && !known.has(key)) known.set(key, child);
  }
  let at = old.firstChild;
  for (const each of [...fresh.childNodes]) {
    const key = keyOf(each), mine = key && known.get(key);
    known.delete(key);
    if (mine && mine !== at) {
      old.moveBefore ? old.moveBefore(mine, at) : old.insertBefore(mine, at);
      at = mine;
    }
    const fits = at && at.nodeType === each.nodeType && at.nodeName === each.nodeName && keyOf(at) === key;
    if (!fits) {
      old.insertBefore(each, at);
      continue;
    }
    if (each.nodeType === Node.ELEMENT_NODE) morph(at, each);
    else if (at.nodeValue !== each.nodeValue) at.nodeValue = each.nodeValue;
    at = at.nextSibling;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function places() {
  const found = new Map();
  for (const each of board.querySelectorAll(".movable, .person")) if (each.id) found.set(each.id, each.getBoundingClientRect());
  return found;
}

/** Animate elements that have moved. */
function glide(before) {
  for (const each of board.querySelectorAll(".movable, .person")) {
    const from = before.get(each.id);
    if (!from) continue;
    const to = each.getBoundingClientRect();
    const x = from.left - to.left, y = from.top - to.top;
    if (Math.abs(x) + Math.abs(y) < 24 || !to.width) continue;
    each.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: 600, easing: "cubic-bezier(.3,.7,.2,1)" });
  }
}

function show(state) {
  const typing = document.activeElement?.closest("input, select, textarea, dialog");
  const before = calm ? new Map() : places(), spots = states();
  const offer = offered();
  for (const [name, html] of Object.entries(state.parts)) {
    const part = document.getElementById(`part-${name}`);
    if (!part) continue;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    if (name === "story") part.replaceChildren(fresh.content);
    else morphChildren(part, fresh.content);
    part.classList.toggle("empty", !html);
  }
  const over = board.querySelector("table.account") !== null, began = state.asked && !document.body.classList.contains("asked");
  const others = pending || (state.asked && offered() !== offer);
  if (!calm) glide(before);
  deselect();
  tell(state);
  setClock(state.clock);
  if (began && version) alertTurn(document.getElementById("asked")?.textContent || "");
  document.body.classList.toggle("asked", state.asked);
  document.body.classList.toggle("gathering", !state.begun);
  document.getElementById("hosting")?.toggleAttribute("hidden", state.begun);
  if (state.broken) note(board.dataset.broken);
  document.title = (state.asked ? `● ${board.dataset.yours} – ` : "") + board.dataset.title;
  const hint = document.getElementById("hint");
  if (others || !state.asked) hint?.replaceChildren();
  else if (hint && "prompt" in state.parts) onTheChoices(hint);
  const ends = over && !document.body.classList.contains("over");
  document.body.classList.toggle("over", over);
  if ("seated" in board.dataset && (over || !version)) (over ? endSeat : keepSeat)(location.pathname, board.dataset.title);
  const first = !version;
  if (over) conclude();
  else if (state.asked && "prompt" in state.parts) requestAnimationFrame(attend);
  follow(first ? [] : changed(spots), state.asked && (first || others));
  number();
  if (offered() !== offer) sheet.scrollTop = 0;
  version = state.version;
  decided = state.decided;
  if (!outbox.some(isOpenChoice)) settled();
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!typing && !first && (lost || others)) document.getElementById("asked")?.focus({ preventScroll: true });
  if (!first && (others || ends)) comeUp(ends);
}

/** A key for the open question and its choices. */
function offered() {
  const choices = [...document.querySelectorAll("#part-prompt [data-act]")].map((each) => each.dataset.act);
  return [document.getElementById("asked")?.textContent, ...choices].join(" ");
}

function tell(state) {
  if (state.afresh || lines > state.first + state.lines.length) {
    chronicle.replaceChildren();
    lines = state.first;
  }
  const fresh = state.lines.slice(Math.max(0, lines - state.first));
  const low = chronicle.scrollHeight - chronicle.scrollTop - chronicle.clientHeight < 60;
  for (const html of fresh) {
    const item = document.createElement("template");
    item.innerHTML = html;
    chronicle.append(item.content);
  }
  if (fresh.length && low) chronicle.scrollTop = chronicle.scrollHeight;
  const said = [];
  if (fresh.length && fresh.length < 40 && version) {
    said.push(...[...chronicle.children].slice(-fresh.length).map((each) => each.textContent));
  }
  if (state.asked) said.push(document.getElementById("asked")?.textContent || "");
  if (said.length) live.textContent = said.join(". ");
  lines = state.first + state.lines.length;
}

function note(text) {
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(note.timer);
  if (text !== board.dataset.late) note.timer = setTimeout(() => { notice.hidden = true; }, 6000);
}

// --------------------------------------------------------------------------------------------------------- answering

function act(target) {
  if (pending) return;
  pending = true;
  document.body.classList.add("sending");
  const field = document.getElementById("note");
  const written = field && "asks" in target.dataset ? { note: field.value.trim() } : {};
  if (field && "asks" in target.dataset) field.value = "";
  say({ type: "act", version, action: Number(target.dataset.act), ...written });
}

/** The choice that has been sent is answered. */
function settled() {
  pending = false;
  document.body.classList.remove("sending");
}

/** Show the verdict on the answer to a puzzle, which can be given only once. */
function judge(message) {
  const place = document.getElementById("verdict");
  settled();
  place.innerHTML = message.html;
  onTheChoices(place);
  deselect();
  document.body.classList.remove("asked");
  document.body.classList.add("answered");
  for (const each of document.querySelectorAll("[data-act]")) each.removeAttribute("data-act");
  sheet.scrollTop = 0;
  document.getElementById("hinted").focus({ preventScroll: true });
}

/** Load what a finished game offers. */
async function conclude() {
  const after = document.getElementById("after");
  if (after.dataset.asked) return;
  after.dataset.asked = "yes";
  sheet.scrollTop = 0;
  const answer = await persist("after");
  if (answer.ok) after.innerHTML = await answer.text();
}

/** Ask for a bot's opinion, which is sent only to this page, and dropped if the question has changed meanwhile. */
async function askHint(button) {
  if (uncounted && uncounted.returnValue !== "yes") {
    uncounted.showModal();
    return;
  }
  const place = document.getElementById("hint");
  const question = offered();
  button.disabled = true;
  place.textContent = button.dataset.wait;
  try {
    const said = await (await persist("hint", { method: "POST", body: JSON.stringify({ version }) })).json();
    place.replaceChildren();
    if (said.type !== "hint") heard(said);
    else if (question === offered()) {
      place.innerHTML = said.html;
      onTheChoices(place);
      document.getElementById("hinted").focus({ preventScroll: true });
      sheet.scrollTop += place.getBoundingClientRect().top - sheet.getBoundingClientRect().top - 40; // without scrolling the page
    }
  } catch {
    place.replaceChildren();
    note(board.dataset.late);
  }
  button.disabled = false;
}

/** Show a hint's result for each choice also on the choice itself. */
function onTheChoices(place) {
  for (const each of document.querySelectorAll("#part-prompt .hinted")) each.remove();
  for (const option of place.querySelectorAll("li[id^='option-']")) {
    const choice = document.querySelector(`#part-prompt [data-act="${option.id.slice(7)}"]`);
    if (!choice) continue;
    const worth = document.createElement("small");
    worth.className = "hinted";
    const said = option.querySelector(".worth");
    worth.textContent = choice.closest(".joker") ? said.dataset.short : said.textContent;
    choice.append(worth);
  }
}

const uncounted = document.getElementById("uncounted"); // a rated game, which would not count after a hint
uncounted?.addEventListener("close", () => { if (uncounted.returnValue === "yes") askHint(document.getElementById("ask-hint")); });
document.getElementById("ask-hint")?.addEventListener("click", (event) => askHint(event.currentTarget));

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-act]");
  const other = event.target.closest("[data-say]");
  if (event.target.closest("[data-act], #part-prompt [data-say], [data-rematch]") && tooSoon(event)) return;
  if (target) {
    if (!selects(target, event)) act(target);
  } else if (other) {
    const message = { type: other.dataset.say };
    if (other.dataset.until) message.until = other.dataset.until;
    if (other.dataset.to) Object.assign(message, { to: other.dataset.to, version });
    say(message);
  } else if (event.target.closest("[data-rematch]")) playAgain(event.target.closest("[data-rematch]"));
});

document.querySelector("[data-pace]")?.addEventListener("change", (event) => say({ type: "pace", pace: event.target.value }));

/** Go to the table where the same people play again. */
async function playAgain(button) {
  button.disabled = true;
  try {
    const said = await (await persist("rematch", { method: "POST" })).json();
    if (said.type === "rematch") location.href = said.place;
    else heard(said);
  } catch {
    note(board.dataset.late);
  }
  button.disabled = false;
}

// -------------------------------------------------------------------------------------------------------------- keys

const NUMBERED = "#part-prompt .choice[data-act], #part-prompt .joker [data-act]";

/** Give the first nine visible choices numbers, which are also their keys; those that pass or end come last. */
function number() {
  const all = [...document.querySelectorAll(NUMBERED)], last = (each) => each.closest(".passing");
  let nth = 0;
  for (const each of [...all.filter((each) => !last(each)), ...all.filter(last)]) {
    const shown = each.checkVisibility() && ++nth <= 9;
    each.toggleAttribute("data-nth", shown);
    each.toggleAttribute("aria-keyshortcuts", shown);
    if (!shown) continue;
    each.dataset.nth = nth;
    each.setAttribute("aria-keyshortcuts", nth);
  }
}

document.addEventListener("toggle", number, true);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "?") document.getElementById("keys").showModal();
  const choice = /^[1-9]$/.test(event.key) && !event.repeat && document.querySelector(`#part-prompt [data-nth="${event.key}"]`);
  if (choice && performance.now() - came > SOON) choice.click();
});

document.getElementById("ask-keys").addEventListener("click", () => document.getElementById("keys").showModal());

document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.('[role="button"][data-act]');
  if (target && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    if (!event.repeat && !tooSoon(event)) act(target);
  }
});

// ------------------------------------------------------------------------------------------------------------ inviting

const invited = new URLSearchParams(location.hash.slice(1)).get("invite");
if (invited && document.getElementById("invite")) {
  document.getElementById("inviting").hidden = false;
  const field = document.getElementById("invite");
  field.value = new URL(`${board.dataset.root}/join/${invited}`, location.origin).href;
  document.getElementById("copy").addEventListener("click", () => {
    field.select();
    navigator.clipboard?.writeText(field.value);
  });
}
