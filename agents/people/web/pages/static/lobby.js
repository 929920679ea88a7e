"use strict";
// The lobby remembers the name, says in short who sits where, and needs no name from a host who only watches.
const kept = "name";
for (const form of document.querySelectorAll("form.learn")) {
  try { form.elements.namedItem("name").value = localStorage.getItem(kept) || form.elements.namedItem("name").value; } catch { /* private window */ }
}
for (const form of document.querySelectorAll(".game form:not(.learn)")) {
  const name = form.elements.namedItem("name");
  try { name.value = localStorage.getItem(kept) || ""; } catch { /* private window */ }
  const selects = [...form.querySelectorAll(".seats select")];
  const few = form.querySelector(".few");
  const told = () => {
    const sitting = selects.filter((one) => one.value !== "-");
    few.textContent = sitting.map((one) => one.selectedOptions[0].textContent.replace(/\s*\(.*\)$/, "")).join(", ");
    name.required = sitting.some((one) => one.value === "me");
  };
  for (const select of selects) {
    select.addEventListener("change", () => {
      if (select.value === "me") {
        for (const other of selects) {
          if (other !== select && other.value === "me") other.value = "guest";
        }
      }
      told();
    });
  }
  told();
  form.addEventListener("submit", () => {
    try { localStorage.setItem(kept, name.value); } catch { /* private window */ }
  });
}
