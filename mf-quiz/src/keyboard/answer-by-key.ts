import { movedTo, keyCommandOf, type KeyCommand } from './key-command.ts';

const TYPING = 'input:not([data-answer]),textarea,select,[contenteditable]';

/**
 * Chooses or moves among the answers of `screen`, as the key asks. Not while someone types or a dialog lies over them.
 * The document may hold another screen's answers: the next question is rendered out of sight during the pause.
 */
export function answerByKey(event: KeyboardEvent, screen: ParentNode, numbers: boolean): void {
  const wish = keyCommandOf(event);
  if (
    !wish ||
    event.defaultPrevented ||
    document.activeElement?.matches(TYPING) ||
    document.querySelector('[role="dialog"]')
  )
    return;
  const answers = [...screen.querySelectorAll<HTMLElement>('[data-answer]')];
  const target = answers[indexOf(wish, answers) ?? -1];
  if (!target || ('choose' in wish && !numbers)) return;
  event.preventDefault();
  target.focus();
  if ('choose' in wish) target.click();
}

function indexOf(wish: KeyCommand, answers: readonly HTMLElement[]): number | null {
  if ('choose' in wish) return wish.choose;
  const focused = document.activeElement;
  const from = answers.findIndex((answer) => answer === focused);
  // A page that is not one question scrolls with the arrows, and so does one where a link or button has the focus.
  const mayEnter = answers[0]?.closest('fieldset') && (focused === document.body || focused?.matches('h1'));
  return from < 0 && !mayEnter ? null : movedTo(from, wish.move, answers.length);
}
