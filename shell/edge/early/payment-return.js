// Comes back from a payment: the page claims nothing before it has asked the server.
if (/[?&]session_id=/.test(window.location.search)) {
  document.documentElement.setAttribute('data-has-checkout', '');
  document.title = document.title.replace(/^.* - /, 'Your payment - ');
}
