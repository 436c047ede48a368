"use strict";
// A click on the head of a column sorts by it, a second one the other way round.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const compare = (a, b) => {
    const difference = Number(a) - Number(b);
    return Number.isNaN(difference) ? a.localeCompare(b) : difference;
  };
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const isNumber = head.classList.contains("n");
    const before = head.getAttribute("aria-sort");
    // Of numbers the largest are looked for first.
    const first = isNumber ? "descending" : "ascending";
    const other = isNumber ? "ascending" : "descending";
    const order = before === first ? other : first;
    const sign = order === "ascending" ? 1 : -1;
    const key = (row) => row.cells[column].dataset.key;
    const rows = [...body.rows].sort((a, b) => sign * compare(key(a), key(b)));
    heads.forEach((each) => each.setAttribute("aria-sort", each === head ? order : "none"));
    body.append(...rows);
  }));
}
