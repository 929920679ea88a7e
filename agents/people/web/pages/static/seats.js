"use strict";
// A browser keeps in mind at which tables it sits, so that the lobby leads back there. A seat is its address; nobody is
// sent these notes, and a game that is over is dropped from them.

const SEATS = "seats", MOST_SEATS = 12;

/** The seats, the last one that was visited first: `place` is the address, `called` the game, `at` the time. */
function keptSeats() {
  try {
    const found = JSON.parse(localStorage.getItem(SEATS) || "[]");
    return Array.isArray(found) ? found.filter((each) => /\/s\/[\w-]+\/$/.test(each?.place)) : [];
  } catch {
    return []; // private window
  }
}

function keepSeats(seats) {
  try { localStorage.setItem(SEATS, JSON.stringify(seats.slice(0, MOST_SEATS))); } catch { /* private window */ }
}

function forgetSeat(place) {
  keepSeats(keptSeats().filter((each) => each.place !== place));
}

function keepSeat(place, called) {
  keepSeats([{ place, called, at: Date.now() }, ...keptSeats().filter((each) => each.place !== place)]);
}

/** The lobby's list of them; one whose address leads nowhere by now is dropped. */
function listSeats(section) {
  const list = section.querySelector("ul");
  for (const { place, called, at } of keptSeats()) {
    if (!place.startsWith(`${section.dataset.root}/s/`)) continue;
    const row = document.createElement("li"), link = document.createElement("a");
    const game = document.createElement("b"), seat = document.createElement("span"), when = document.createElement("small");
    link.href = place;
    game.textContent = called;
    seat.textContent = section.dataset.seat;
    when.textContent = new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    link.append(game, seat, when);
    row.append(link);
    list.append(row);
    fetch(place, { method: "HEAD" }).then((answer) => {
      if (answer.status !== 404) return;
      forgetSeat(place);
      row.remove();
      section.hidden = !list.children.length;
    }).catch(() => {}); // no connection: it may be there
  }
  section.hidden = !list.children.length;
}

const ownTables = document.getElementById("own-tables");
if (ownTables) listSeats(ownTables);
