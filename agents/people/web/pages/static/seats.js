"use strict";
// The browser remembers the user's seats, and the lobby links to them. A seat is identified by its address. The list is
// never sent to anybody, and finished games are removed from it.

const SEATS = "seats", PAST = "past-seats", MOST_SEATS = 12;

/** What the browser keeps under a key; null if there is nothing, or in a private window. */
function recall(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

function remember(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* private window */ }
}

/** The seats, most recently visited first: `place` is the address, `called` the game, `at` the time. */
function keptSeats(kind = SEATS) {
  const found = recall(kind);
  return Array.isArray(found) ? found.filter((each) => /\/s\/[\w-]+\/$/.test(each?.place)) : [];
}

function keepSeats(seats, kind = SEATS) {
  remember(kind, seats.slice(0, MOST_SEATS));
}

function forgetSeat(place) {
  keepSeats(keptSeats().filter((each) => each.place !== place));
}

function keepSeat(place, called) {
  keepSeats([{ place, called, at: Date.now() }, ...keptSeats().filter((each) => each.place !== place)]);
}

/** Move a finished game from the user's tables to the past ones; its end, review and moves are still available. */
function endSeat(place, called) {
  forgetSeat(place);
  keepSeats([{ place, called, at: Date.now() }, ...keptSeats(PAST).filter((each) => each.place !== place)], PAST);
}

/** A row of the lobby's lists. */
function seatRow({ place, called, at }, says) {
  const row = document.createElement("li"), link = document.createElement("a");
  const game = document.createElement("b"), seat = document.createElement("span"), when = document.createElement("small");
  link.href = place;
  game.textContent = called;
  seat.textContent = says;
  seat.className = "whose";
  when.textContent = new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  link.append(game, seat, when);
  row.append(link);
  return row;
}

/** The same with a button that takes the row off its list; the seat itself stays as it is. */
function seatRowToPutAway(each, says, kind, section) {
  const row = seatRow(each, says), away = document.createElement("button");
  away.type = "button";
  away.className = "put-away";
  away.textContent = "×";
  away.title = section.dataset.away;
  away.setAttribute("aria-label", `${each.called}: ${section.dataset.away}`);
  away.addEventListener("click", () => {
    keepSeats(keptSeats(kind).filter((other) => other.place !== each.place), kind);
    row.remove();
    hideEmptyLists(section);
  });
  row.append(away);
  return row;
}

function hideEmptyLists(section) {
  const past = document.getElementById("past-tables");
  past.hidden = !past.querySelector("li");
  section.hidden = !section.querySelector("li");
}

function seatRows(kind, says, section) {
  const here = (each) => each.place.startsWith(`${section.dataset.root}/s/`);
  return keptSeats(kind).filter(here).map((each) => seatRowToPutAway(each, says, kind, section));
}

function listPast(section) {
  document.querySelector("#past-tables ul").replaceChildren(...seatRows(PAST, section.dataset.past, section));
}

/** The lobby's list of seats; seats whose address no longer exists are dropped. */
function listSeats(section) {
  const list = section.querySelector("ul");
  list.append(...seatRows(SEATS, section.dataset.seat, section));
  listPast(section);
  hideEmptyLists(section);
  lookAtSeats(section);
  setInterval(() => document.hidden || lookAtSeats(section), LOOK_AGAIN);
  document.addEventListener("visibilitychange", () => document.hidden || lookAtSeats(section));
}

const LOOK_AGAIN = 20000, TITLE = document.title; // milliseconds

/** Mark the seats where the user has to decide; the title shows their number. */
async function lookAtSeats(section) {
  const rows = [...section.querySelectorAll("li")];
  await Promise.all(rows.map(async (row) => {
    const link = row.querySelector("a"), place = new URL(link.href).pathname;
    try {
      const answer = await fetch(`${place}turn`);
      if (answer.status === 404) {
        forgetSeat(place);
        row.remove();
      } else if (answer.ok) {
        const { asked, over, resigned } = await answer.json();
        if (over || resigned) { // it ended while its page was closed, or the user has left it
          if (over) {
            endSeat(place, link.querySelector("b").textContent);
            listPast(section);
          } else forgetSeat(place);
          row.remove();
          return;
        }
        row.classList.toggle("asked", asked);
        row.querySelector(".whose").textContent = asked ? section.dataset.yours : section.dataset.seat;
      }
    } catch { /* no connection: the seat may still exist */ }
  }));
  hideEmptyLists(section);
  const asked = section.querySelectorAll("li.asked").length;
  document.title = asked ? `● ${section.dataset.yours} (${asked}) – ${TITLE}` : TITLE;
}

const ownTables = document.getElementById("own-tables");
if (ownTables) listSeats(ownTables);
