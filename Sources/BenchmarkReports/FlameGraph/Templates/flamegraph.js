// Zoom, search and the keyboard. The script reads the attributes of the boxes; without it the picture is complete but
// static.
(function () {
  "use strict";
  var graph = document.getElementById("graph");
  if (!graph) { return; }
  var total = Number(graph.dataset.total), left = Number(graph.dataset.left);
  var width = Number(graph.dataset.width), character = Number(graph.dataset.character);
  var matched = document.getElementById("matched");
  var boxes = Array.prototype.map.call(graph.querySelectorAll(".box"), function (g) {
    return {
      g: g, rect: g.querySelector("rect"), text: g.querySelector("text"),
      name: g.dataset.name, start: Number(g.dataset.start),
      weight: Number(g.dataset.weight), depth: Number(g.dataset.depth)
    };
  });
  var root = boxes[0];

  function place(box, x, w) {
    box.g.style.display = "";
    box.rect.setAttribute("x", x);
    box.rect.setAttribute("width", Math.max(w - (w > 2 ? 0.6 : 0), 0.2));
    box.text.setAttribute("x", x + 3);
    var room = Math.floor((w - 6) / character);
    box.text.textContent = room < 3 ? "" : box.name.length <= room ? box.name
      : box.name.slice(0, room - 1) + "\u2026";
  }

  function zoom(to) {
    var scale = width / to.weight, end = to.start + to.weight;
    boxes.forEach(function (box) {
      var isBelow = box.depth < to.depth && box.start <= to.start
        && box.start + box.weight >= end;
      box.g.classList.toggle("below", isBelow);
      if (isBelow) {
        place(box, left, width);
      } else if (box.depth >= to.depth && box.start >= to.start && box.start < end) {
        place(box, left + (box.start - to.start) * scale, box.weight * scale);
      } else {
        box.g.style.display = "none";
      }
    });
  }

  function search(words) {
    var pattern = null, sum = 0, end = 0;
    if (words) {
      try { pattern = new RegExp(words, "i"); } catch (error) {
        pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
      }
    }
    // A box precedes the boxes above it, so a match above another match is already counted.
    boxes.forEach(function (box) {
      var isFound = pattern !== null && pattern.test(box.name);
      box.g.classList.toggle("found", isFound);
      if (isFound && box.start >= end) { sum += box.weight; end = box.start + box.weight; }
    });
    matched.textContent = pattern ? "matched " + (100 * sum / total).toFixed(2) + " %" : "";
  }

  function ask() {
    var words = window.prompt("Functions whose name matches (regular expression):", "");
    if (words !== null) { search(words); }
  }

  function reset() { search(""); zoom(root); }

  function boxOf(target) {
    var g = target && target.closest ? target.closest(".box") : null;
    return g ? boxes.find(function (box) { return box.g === g; }) : null;
  }

  function isShown(box) { return box.g.style.display !== "none"; }

  /** The box that an arrow key leads to: up to a callee, down to the caller, or to the next box of the row. */
  function neighbour(box, key) {
    var end = box.start + box.weight;
    if (key === "ArrowUp") {
      return boxes.find(function (other) {
        return other.depth === box.depth + 1 && other.start >= box.start && other.start < end;
      });
    }
    if (key === "ArrowDown") {
      return boxes.find(function (other) {
        return other.depth === box.depth - 1 && other.start <= box.start
          && other.start + other.weight >= end;
      });
    }
    var row = boxes.filter(function (other) {
      return other.depth === box.depth && isShown(other);
    });
    return row[row.indexOf(box) + (key === "ArrowRight" ? 1 : -1)];
  }

  function focus(box) {
    boxes.forEach(function (other) { other.g.removeAttribute("tabindex"); });
    box.g.setAttribute("tabindex", "0");
    box.g.focus();
  }

  document.addEventListener("click", function (event) {
    if (event.target.id === "search") { return ask(); }
    if (event.target.id === "reset") { return reset(); }
    var box = boxOf(event.target);
    if (box) { zoom(box); focus(box); }
  });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    var box = boxOf(document.activeElement);
    if (event.key === "/") { event.preventDefault(); ask(); }
    else if (event.key === "Escape") { reset(); }
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (document.activeElement.id === "search") { ask(); }
      else if (document.activeElement.id === "reset") { reset(); }
      else if (box) { zoom(box); }
    } else if (box && event.key.indexOf("Arrow") === 0) {
      event.preventDefault();
      var next = neighbour(box, event.key);
      if (next && isShown(next)) { focus(next); }
    }
  });
})();
