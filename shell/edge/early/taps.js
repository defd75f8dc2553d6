// Keeps taps on controls that React does not listen to yet.
window.__earlyTaps = [];
addEventListener(
  'click',
  function (event) {
    var taps = window.__earlyTaps;
    var control = taps && event.target.closest && event.target.closest('button, [data-answer], a[href^="/"]');
    if (!control || (taps.failed && control.tagName === 'A')) return;
    if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A link is followed once, however often it is tapped; every tap on anything else counts.
    if (control.tagName !== 'A' || taps.indexOf(control) < 0) taps.push(control);
  },
  true,
);
// If the shell's script fails to load or to parse, nothing else would ever tell the visitor.
addEventListener(
  'error',
  function (event) {
    var taps = window.__earlyTaps;
    var file = event.error && event.error.name === 'SyntaxError' ? event.filename : event.target.src;
    if (!taps || !/\/assets\/shell\./.test(file)) return;
    taps.failed = true;
    var link = taps.filter(function (control) {
      return control.tagName === 'A';
    })[0];
    if (link) return window.location.assign(link.href);
    document.body.insertAdjacentHTML(
      'afterbegin',
      '<p class="page-alert" role="alert">This page did not load completely, so its buttons do not work yet. <a href="">Load it again</a></p>',
    );
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
