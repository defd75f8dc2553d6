// Runs inline, before anything else: keeps taps on controls that React does not listen to yet.
window.__earlyTaps = [];
// A mail's link has its secret in the fragment: it leaves the address before any other script can see it.
if (/^#t=/.test(window.location.hash)) {
  window.__linkToken = window.location.hash.slice(3);
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
}
// Comes back from a payment: the page claims nothing before it has asked the server.
if (/[?&]session_id=/.test(window.location.search)) {
  document.documentElement.setAttribute('data-has-checkout', '');
  document.title = document.title.replace(/^.* - /, 'Your payment - ');
}
// What the first frame does without comes right after it.
window.requestAnimationFrame(function () {
  setTimeout(function () {
    var template = document.getElementById('behind');
    if (template) template.replaceWith(template.content);
  });
});
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
addEventListener('submit', function (event) { if (window.__earlyTaps) event.preventDefault(); }, true);
