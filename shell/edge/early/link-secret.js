// A mail's link has its secret in the fragment: it leaves the address before any other script can see it.
if (/^#t=/.test(window.location.hash)) {
  window.__linkToken = window.location.hash.slice(3);
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
}
