// Keeps errors until the shell can report them.
window.__earlyErrors = [];
['error', 'unhandledrejection'].forEach(function (type) {
  addEventListener(type, function (event) {
    var errors = window.__earlyErrors;
    if (errors && errors.length < 20) errors.push(event);
  });
});
