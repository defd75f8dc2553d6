// Inserts what the first frame did without right after it (`src/main.tsx` in a tab that paints none).
window.requestAnimationFrame(function () {
  setTimeout(function () {
    var template = document.getElementById('deferred-head');
    if (template) template.replaceWith(template.content);
  });
});
