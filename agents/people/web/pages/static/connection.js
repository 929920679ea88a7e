"use strict";
// The connection of a page with the server: a socket, or requests every two seconds. What is sent and not answered is
// sent again when there is a connection again; the table does nothing twice.

const MOVED = 1012; // the table has moved to another server
const PATIENCE = 15000, BEAT = 25000; // milliseconds until an answer must have come, and between signs of life
let decided = 0; // number of decisions of this seat
let socket = null;
let failures = 0, missed = 0; // sockets that could not be opened, and failed polls, in a row
let polling = false;
let next = 0; // timer of the next poll
let lost = 0; // timer until the user is told that there is no connection
let overdue = 0; // timer until the connection counts as dead
let spoken = 0; // number of own lines of the chat that have been received
let outbox = []; // messages without an answer, in order; after a reconnection they are sent again

function heard(message) {
  if (message.type === "state") {
    show(message);
    say({ type: "seen", version });
  } else if (message.type === "refused") {
    settled();
    note(message.text);
  } else if (message.type === "talk") {
    hearTalk(message);
  } else if (message.type === "verdict") {
    judge(message);
  } else if (message.type === "gone") {
    forgetSeat(location.pathname);
    note(board.dataset.gone);
  }
}

/** Send a message, now or when there is a connection; each is answered, except that a version was seen. */
function say(message) {
  if (message.type === "seen") {
    if (isOpen()) socket.send(JSON.stringify(message));
    return;
  }
  const sent = { message, decided, offer: offered(), spoken };
  outbox.push(sent);
  transmit(sent);
}

const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;

/** `way` is the socket that a message has gone to, or "post" while that request is made. */
function transmit(sent) {
  if (isOpen()) {
    sent.way = socket;
    socket.send(JSON.stringify(sent.message));
    awaitAnswer(PATIENCE);
  } else if (polling) {
    sent.way = "post";
    post("say", sent.message).then((answer) => answered(sent, answer), () => {
      sent.way = null;
      connected("off");
      clearTimeout(next);
      next = setTimeout(poll, pause(missed++));
    });
  } else note(board.dataset.late);
}

function answered(sent, answer) {
  if (answer.code === "moved") {
    sent.way = null;
    if (polling) connected("off"); // the next poll sends it again
    return;
  }
  outbox = outbox.filter((each) => each !== sent);
  if (answer.type !== "done") heard(answer);
  else if (polling) poll();
}

const isUnderWay = (sent) => sent.way === "post" || (isOpen() && sent.way === socket);

/** Whether the table may not have heard a message: a choice, or taking one back, changes the number of decisions. */
const isUnheard = (sent) => (sent.message.type === "words" ? sent.spoken === spoken : !sent.message.version || sent.decided === decided);
const isOpenChoice = (sent) => sent.message.type === "act" && isUnheard(sent);

/** After a reconnection, send again what has no answer, except what the table has heard. It is meant for the same
 *  question, which has a new version where the server has been restarted. */
function resend() {
  outbox = outbox.filter((sent) => isUnderWay(sent) || isUnheard(sent));
  for (const sent of outbox) {
    if (isUnderWay(sent)) continue;
    if (sent.message.version && sent.offer === offered()) sent.message.version = version;
    transmit(sent);
  }
  if (!outbox.some(isOpenChoice)) settled();
}

/** The server's answer to a message that does not go through the socket. Throws if there is none. */
async function post(address, message) {
  const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) });
  if (isPassing(answer.status)) throw new Error(answer.statusText);
  return answer.json();
}

function connected(how) {
  link.textContent = link.dataset[how];
  link.className = `link ${how}`;
  if (how === "off") lost ||= setTimeout(note, 3000, board.dataset.late);
  else {
    clearTimeout(lost);
    lost = 0;
    if (notice.textContent === board.dataset.late) notice.hidden = true;
  }
}

function connect() {
  if (socket && socket.readyState < WebSocket.CLOSING) return;
  let opened = false;
  try {
    const address = new URL("socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    address.searchParams.set("lang", document.documentElement.lang); // the browser's language here may differ from that of the page
    socket = new WebSocket(address);
  } catch {
    startPolling();
    return;
  }
  awaitAnswer(PATIENCE);
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data), first = !opened && message.type === "state";
    if (message.type === "state") opened = true;
    failures = 0;
    clearTimeout(overdue);
    clearTimeout(next);
    overdue = 0;
    polling = false;
    connected("on");
    const sent = outbox.find((each) => each.way === socket);
    if (sent && (message.type === "done" || message.type === "refused")) answered(sent, message);
    else heard(message);
    if (first) resend();
  };
  socket.onclose = (event) => {
    clearTimeout(overdue);
    overdue = 0;
    if (!polling) connected("off");
    if (event.code === 4404) return;
    if (event.code === MOVED) setTimeout(connect, 200 + Math.random() * 600);
    else if (!opened && ++failures >= 2) startPolling();
    else setTimeout(connect, pause(failures));
  };
}

/** A halted server, or a network that is gone, keeps the socket open but does not answer. */
function awaitAnswer(patience) {
  overdue ||= setTimeout(() => {
    overdue = 0;
    socket.onclose = socket.onmessage = null;
    socket.close();
    socket = null;
    connected("off");
    connect();
  }, patience);
}

/** Find out whether the server still answers. */
function beat(patience = PATIENCE) {
  if (!isOpen()) return;
  say({ type: "seen", version });
  awaitAnswer(patience);
}

setInterval(beat, BEAT, PATIENCE);
document.addEventListener("visibilitychange", () => document.hidden || beat());

function startPolling() {
  if ("WebSocket" in window) setTimeout(connect, 15000 + Math.random() * 15000); // it may work later
  if (polling) return;
  polling = true;
  poll();
}

async function poll() {
  let failed = true;
  try {
    const answer = await fetch(`state?since=${version}`), away = link.classList.contains("off");
    if (answer.status === 404) note(board.dataset.gone);
    else if (answer.ok) {
      failed = false;
      missed = 0;
      connected("poll");
      if (answer.status === 200) show(await answer.json());
      if (!STILL) await pollTalk();
      if (away) resend();
      if (away && "WebSocket" in window && !STILL) setTimeout(connect, 500 + Math.random() * 1500); // the server is back
    }
  } catch { /* no connection */ }
  if (failed) connected("off");
  clearTimeout(next);
  if (polling && (failed || !STILL)) next = setTimeout(poll, failed ? 2000 + pause(missed++) : 2000);
}

connected("off");
document.addEventListener("DOMContentLoaded", () => { // by then the other scripts have run, which the following needs
  if (STILL) {
    polling = true;
    poll();
  } else if ("WebSocket" in window) connect();
  else startPolling();
});
