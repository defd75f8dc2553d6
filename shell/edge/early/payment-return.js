// After the return from a payment, the page must not claim success before the server has confirmed it.
if (window.location.search.replace('?', '&').includes('&session_id=')) {
  document.documentElement.setAttribute('data-has-checkout', '');
  document.title = document.title.replace(/^.* - /, 'Your payment - ');
}
