// Keeps taps on controls that React does not listen to yet.
window.__earlyTaps = [];
addEventListener(
  'click',
  function (event) {
    var taps = window.__earlyTaps;
    var control = taps && event.target.closest && event.target.closest('button, [data-answer], a[href^="/"]');
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Following a link twice leads nowhere else; everything else counts as often as it is tapped.
    if (control.tagName !== 'A' || taps.indexOf(control) < 0) taps.push(control);
  },
  true,
);
addEventListener(
  'submit',
  function (event) {
    if (window.__earlyTaps) event.preventDefault();
  },
  true,
);
