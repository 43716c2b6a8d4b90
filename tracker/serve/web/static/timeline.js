// Draws a thing's intervals; the table below says the same in words.
"use strict";

(function () {
  const place = document.getElementById("timeline");
  if (!place || !window.vis) return;
  const spans = JSON.parse(place.dataset.spans);
  const now = new Date();
  const items = [];
  const add = function (start, end, className, text) {
    const label = document.createElement("span");
    label.textContent = text;
    items.push({ id: items.length, start: new Date(start), end: end ? new Date(end) : now, content: label, className: className, group: 0 });
  };
  spans.forEach(function (span) {
    add(span.start, span.end, span.status, span.text);
    span.faded.forEach(function (part) { add(part[0], part[1], "faded", place.dataset.faded); });
    if (span.bounds) add(span.bounds[0], span.bounds[1], "bounds", "");
  });
  const first = new Date(spans[0].start).getTime();
  const margin = Math.max(60000, (now.getTime() - first) * 0.03);
  const drawn = new vis.Timeline(place, items, {
    start: new Date(first - margin), end: new Date(now.getTime() + margin), stack: true, selectable: false,
    zoomKey: "ctrlKey", horizontalScroll: true, maxHeight: 320, showCurrentTime: true, xss: { disabled: true },
  });
  window.addEventListener("resize", function () { drawn.redraw(); });
})();
