// After the return from a payment, the page must not claim success before the server has confirmed it.
if (/[?&]session_id=/.test(window.location.search)) {
  document.documentElement.setAttribute('data-has-checkout', '');
  document.title = document.title.replace(/^.* - /, 'Your payment - ');
}
