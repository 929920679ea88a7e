"use strict";
// The lobby remembers the user's name, summarises who sits where, requires no name from a host who only watches, and
// shows errors in a form.
const kept = "name";
const refused = document.querySelector("form[data-refused]"); // it keeps its name, which no other form gets
for (const form of document.querySelectorAll("form.learn")) {
  try { form.elements.namedItem("name").value = localStorage.getItem(kept) || form.elements.namedItem("name").value; } catch { /* private window */ }
}
for (const form of document.querySelectorAll(".game form:not(.learn)")) {
  const name = form.elements.namedItem("name");
  if (!refused) {
    try { name.value = localStorage.getItem(kept) || ""; } catch { /* private window */ }
  }
  const selects = [...form.querySelectorAll(".seats select")];
  const few = form.querySelector(".few");
  const told = () => {
    const sitting = selects.filter((one) => one.value !== "-");
    few.textContent = sitting.map((one) => one.selectedOptions[0].textContent.split(" (")[0]).join(few.dataset.comma);
    name.required = sitting.some((one) => one.value === "me");
  };
  const listed = form.elements.namedItem("listed"); // a table with invited people is listed unless the user chooses otherwise
  let chosen = Boolean(refused);
  listed.addEventListener("change", () => { chosen = true; });
  const before = new Map(selects.map((select) => [select, select.value]));
  for (const select of selects) {
    select.addEventListener("change", () => {
      const mine = select.value === "me" && selects.find((other) => other !== select && other.value === "me");
      if (mine) mine.value = before.get(select); // a user who takes another seat swaps places
      for (const each of selects) before.set(each, each.value);
      if (!chosen) listed.checked = selects.some((one) => one.value === "guest");
      told();
    });
  }
  told();
  form.addEventListener("submit", () => {
    try { localStorage.setItem(kept, name.value); } catch { /* private window */ }
  });
}
refused?.querySelector(".wrong").scrollIntoView({ block: "center" });
