"use strict";
(function () {
  const root = document.documentElement;

  function make(name, text, attributes) {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    return element;
  }

  function addThemes() {
    const group = make("div", "", { "class": "theme", role: "group", "aria-label": "Theme" });
    const buttons = ["auto", "light", "dark"].map(function (theme) {
      const button = make("button", theme, { type: "button", "aria-pressed": theme === "auto" });
      button.addEventListener("click", function () {
        if (theme === "auto") root.removeAttribute("data-theme");
        else root.setAttribute("data-theme", theme);
        buttons.forEach(function (other) {
          other.setAttribute("aria-pressed", other === button);
        });
      });
      return button;
    });
    group.append(...buttons);
    document.querySelector("header").append(group);
  }

  // What a cell is sorted by: its number, else its text; what is empty comes last either way.
  function keyOf(cell) {
    const number = cell.dataset.v;
    if (number !== undefined) return Number(number);
    return cell.textContent.trim();
  }

  function order(a, b) {
    const numbers = [a, b].filter(function (key) { return typeof key === "number"; }).length;
    if (numbers === 2) return a - b;
    if (numbers === 1) return typeof a === "number" ? -1 : 1;
    return a.localeCompare(b, "en", { numeric: true });
  }

  function makeSortable(table) {
    const body = table.tBodies[0];
    const headings = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
    let original = null;

    function sort(heading, column) {
      original = original || Array.from(body.rows);
      const next = { ascending: "descending", descending: "" }[heading.getAttribute("aria-sort")];
      const direction = next === undefined ? "ascending" : next;
      headings.forEach(function (other) { other.removeAttribute("aria-sort"); });
      let rows = original;
      if (direction) {
        heading.setAttribute("aria-sort", direction);
        const sign = direction === "ascending" ? 1 : -1;
        const keyed = original.map(function (row) { return [keyOf(row.cells[column]), row]; });
        const empty = keyed.filter(function (pair) { return pair[0] === ""; });
        const full = keyed.filter(function (pair) { return pair[0] !== ""; });
        full.sort(function (a, b) { return sign * order(a[0], b[0]); });
        rows = full.concat(empty).map(function (pair) { return pair[1]; });
      }
      table.classList.toggle("o", direction !== "");
      body.append(...rows);
    }

    headings.forEach(function (heading, column) {
      const button = make("button", heading.textContent, { type: "button" });
      button.addEventListener("click", function () { sort(heading, column); });
      heading.replaceChildren(button);
    });
  }

  function makeFilterable(table) {
    const rows = Array.from(table.tBodies[0].rows);
    if (8 > rows.length) return;
    const name = table.id + "-f";
    const line = make("p", "", { "class": "f" });
    const input = make("input", "", { id: name, type: "search", placeholder: "text in a row" });
    const count = make("output", rows.length + " rows", { "for": name });
    let texts = null;
    input.addEventListener("input", function () {
      texts = texts || rows.map(function (row) {
        return Array.from(row.cells).map(function (cell) { return cell.textContent; }).join(" ").toLowerCase();
      });
      const words = input.value.toLowerCase().split(" ");
      let shown = 0;
      rows.forEach(function (row, index) {
        const isShown = words.every(function (word) { return texts[index].includes(word); });
        row.hidden = !isShown;
        shown += isShown ? 1 : 0;
      });
      count.textContent = (shown === rows.length ? "" : shown + " of ") + rows.length + " rows";
    });
    line.append(make("label", "Filter", { "for": name }), input, count);
    table.closest(".t").prepend(line);
  }

  addThemes();
  document.querySelectorAll("table:not(.p)").forEach(function (table) {
    makeSortable(table);
    makeFilterable(table);
  });
})();
