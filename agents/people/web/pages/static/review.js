"use strict";
// A review: other decisions are fetched and shown in place, by links, slider and arrow keys. Without this script, the
// links open them as pages.

const place = () => document.getElementById("reviewed");
let wanted = 0;

/** Replace this page of the review by another one. */
async function go(address, quiet) {
  const mine = ++wanted;
  const answer = await persist(address, {}, () => mine === wanted);
  if (!answer?.ok || mine !== wanted) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = fresh.getElementById("reviewed");
  if (!found || mine !== wanted) return;
  const focused = document.activeElement?.id;
  const open = place().querySelector(".numbers")?.open;
  const scrolled = document.getElementById("chart")?.scrollLeft, listed = place().querySelector(".mistakes ol")?.scrollTop;
  place().replaceWith(document.importNode(found, true));
  showPlaying();
  if (scrolled) document.getElementById("chart").scrollLeft = scrolled;
  if (listed) place().querySelector(".mistakes ol")?.scrollTo(0, listed);
  document.getElementById("headline").textContent = fresh.getElementById("headline").textContent;
  if (open) place().querySelector(".numbers").open = true;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  if (!quiet) {
    history.replaceState(null, "", address);
    const said = [...place().querySelectorAll(".decider, #asked, .took, .verdict")].map((each) => each.textContent);
    document.getElementById("live").textContent = said.join(" ");
  }
  watch();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#reviewed a[href^='?']");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.getAttribute("href"));
    return;
  }
  const target = event.target.closest("[data-act]"); // a click on a choice shows its value
  const option = target && document.getElementById(`option-${target.dataset.act}`);
  if (!option) return;
  const folded = option.closest("details");
  if (folded) folded.open = true;
  option.focus();
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  const { numbers, tail } = event.target.dataset;
  go(`?n=${numbers.split(",")[event.target.value]}${tail}`);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const link = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  const found = link && document.getElementById(link);
  if (!found) return;
  event.preventDefault();
  go(found.getAttribute("href"));
});

document.addEventListener("submit", (event) => { if (event.target.matches(".walk")) event.preventDefault(); });

// A replay plays automatically if the user wants it to.
let playing = 0;

function playOn(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => {
    const next = document.getElementById("next");
    if (next) go(next.getAttribute("href"), true).then(() => history.replaceState(null, "", next.getAttribute("href")));
    else playOn(false);
  }, 1500) : 0;
  showPlaying();
}

function showPlaying() {
  const button = document.getElementById("play"), on = Boolean(playing);
  if (button) {
    button.textContent = on ? button.dataset.stop : button.dataset.play;
    button.setAttribute("aria-pressed", String(on));
  }
}

document.addEventListener("click", (event) => { if (event.target.id === "play") playOn(!playing); });

let watching = 0;

/** While the bot is working, poll its progress; reload when there is news, unless the user is reading a list. */
function watch() {
  clearTimeout(watching);
  if (place().dataset.done !== "false") return;
  watching = setTimeout(async () => {
    try {
      const far = await (await fetch("progress")).json();
      const bar = document.getElementById("progress");
      if (bar) bar.value = far.ready;
      const told = document.getElementById("ready");
      if (told) told.textContent = far.ready;
      if (far.done || far.ready >= Number(place().dataset.ready) + 10) {
        await go(location.search || "?", true);
        return;
      }
    } catch { /* the server is not reachable: ask again */ }
    watch();
  }, 2000);
}

watch();
