// What the first frame does without comes right after it (`src/app/behind.ts` for a tab that paints none).
window.requestAnimationFrame(function () {
  setTimeout(function () {
    var template = document.getElementById('behind');
    if (template) template.replaceWith(template.content);
  });
});
