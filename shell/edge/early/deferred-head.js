// Inserts the deferred head after the first paint (`src/main.tsx` does so where none is reported, as in a hidden tab).
if (window.PerformanceObserver)
  new window.PerformanceObserver(function (_, observer) {
    observer.disconnect();
    var template = document.getElementById('deferred-head');
    if (template) template.replaceWith(template.content);
  }).observe({ type: 'paint', buffered: true });
