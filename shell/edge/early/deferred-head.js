// Inserts the deferred head right after the first frame (`src/main.tsx` does so in a tab that paints none).
window.requestAnimationFrame(function () {
  setTimeout(function () {
    var template = document.getElementById('deferred-head');
    if (template) template.replaceWith(template.content);
  });
});
