"use strict";
(function () {
  const root = document.documentElement;

  function make(name, text, attributes) {
    const element = document.createElement(name);
    element.textContent = text;
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  }

  function addThemes() {
    const group = make("div", "", { class: "theme", role: "group", "aria-label": "Theme" });
    const buttons = ["auto", "light", "dark"].map((theme) => {
      const button = make("button", theme, { type: "button", "aria-pressed": theme === "auto" });
      button.addEventListener("click", () => {
        if (theme === "auto") root.removeAttribute("data-theme");
        else root.setAttribute("data-theme", theme);
        buttons.forEach((other) => other.setAttribute("aria-pressed", other === button));
      });
      return button;
    });
    group.append(...buttons);
    document.querySelector("header").append(group);
  }

  // The sort key of a cell: its number, else its text.
  function keyOf(cell) {
    const number = cell.dataset.v;
    return number === undefined ? cell.textContent.trim() : Number(number);
  }

  // Numbers before texts.
  function order(a, b) {
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
  }

  function makeSortable(table) {
    const body = table.tBodies[0];
    const headings = [...[...table.tHead.rows].pop().cells];
    const next = { null: "ascending", ascending: "descending", descending: null };
    let original = null;

    function sort(heading, column) {
      original = original || [...body.rows];
      const direction = next[heading.getAttribute("aria-sort")];
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      table.classList.toggle("o", direction !== null);
      if (!direction) return body.append(...original);
      heading.setAttribute("aria-sort", direction);
      const sign = direction === "ascending" ? 1 : -1;
      const keyed = original.map((row) => [keyOf(row.cells[column]), row]);
      const full = keyed.filter((pair) => pair[0] !== "");
      full.sort((a, b) => sign * order(a[0], b[0]));
      // Empty cells come last in both directions.
      const empty = keyed.filter((pair) => pair[0] === "");
      body.append(...full.concat(empty).map((pair) => pair[1]));
    }

    headings.forEach((heading, column) => {
      const button = make("button", heading.textContent, { type: "button" });
      button.addEventListener("click", () => sort(heading, column));
      heading.replaceChildren(button);
    });
  }

  function makeFilterable(table) {
    const rows = [...table.tBodies[0].rows];
    if (8 > rows.length) return;
    const id = table.id + "-f";
    const line = make("p", "", { class: "f" });
    const input = make("input", "", { id: id, type: "search", placeholder: "text in a row" });
    const count = make("output", rows.length + " rows", { for: id });
    let texts = null;
    input.addEventListener("input", () => {
      texts = texts || rows.map((row) =>
        [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
      const words = input.value.toLowerCase().split(" ");
      let shown = 0;
      rows.forEach((row, index) => {
        row.hidden = !words.every((word) => texts[index].includes(word));
        if (!row.hidden) shown += 1;
      });
      count.textContent = (shown === rows.length ? "" : shown + " of ") + rows.length + " rows";
    });
    line.append(make("label", "Filter", { for: id }), input, count);
    table.closest(".t").prepend(line);
  }

  // A box with more content to its right has a mark, because few systems show a scroll bar before the box is scrolled.
  function addHints() {
    const look = (box) => box.parentElement.classList.toggle(
      "m", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    const sizes = new ResizeObserver((all) => all.forEach((one) => look(one.target)));
    document.querySelectorAll(".s, .g").forEach((box) => {
      box.addEventListener("scroll", () => look(box), { passive: true });
      sizes.observe(box);
    });
  }

  addThemes();
  document.querySelectorAll("table:not(.p)").forEach((table) => {
    makeSortable(table);
    makeFilterable(table);
  });
  addHints();
})();
