// One key per decision, the visitor's time zone, and stepping through what was known when. Pages work without it.
"use strict";

(function () {
  const cookie = /(?:^|; )tracker_zone=([^;]*)/;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const kept = cookie.exec(document.cookie);
  if (zone && (!kept || decodeURIComponent(kept[1]) !== zone)) {
    document.cookie = "tracker_zone=" + encodeURIComponent(zone) + "; path=/; max-age=31536000; samesite=strict";
    // Once, to show this page's times in it; not where cookies are off, which would go on for ever.
    if (cookie.test(document.cookie) && document.querySelector("time")) location.reload();
  }

  document.addEventListener("keydown", function (event) {
    const writing = event.target.closest("input, select, textarea, [contenteditable]");
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = document.querySelector('[data-key="' + CSS.escape(event.key) + '"]');
    if (!wanted) return;
    event.preventDefault();
    if (wanted.matches("input")) wanted.focus();
    else wanted.click();
  });

  const step = document.getElementById("step");
  const known = document.getElementById("known_at");
  if (step && known) {
    const times = JSON.parse(step.dataset.times);
    const second = function (time) { return time.slice(0, 19); };
    const now = times.findIndex(function (time) { return known.value && second(time) >= known.value; });
    if (now >= 0) step.value = String(now);
    step.addEventListener("input", function () {
      // A second later, so that what was learned within this one is known.
      const at = new Date(second(times[Number(step.value)]) + "Z");
      known.value = new Date(at.getTime() + 1000).toISOString().slice(0, 19);
    });
    step.addEventListener("change", function () { step.form.requestSubmit(); });
  }
})();
