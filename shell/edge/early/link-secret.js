// Links in mails carry their secret in the fragment: remove it from the address before any other script can read it.
if (window.location.hash.startsWith('#t=')) {
  window.__linkToken = window.location.hash.slice(3);
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
}
