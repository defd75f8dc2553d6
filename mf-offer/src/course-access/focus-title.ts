/** Moves the focus to the page's title from a control that its own action removes. */
export function focusTitle(control: Element): void {
  const title = control.closest('main')?.querySelector('h1');
  title?.setAttribute('tabindex', '-1');
  title?.focus({ preventScroll: true });
}
