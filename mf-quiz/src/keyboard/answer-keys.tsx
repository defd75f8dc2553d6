import { KEYS_COPY } from '../flow/copy.ts';
import { readRaw, writeRaw } from '@course/platform';
import { useEffect, useRef } from 'react';
import css from './answer-keys.module.css';

const STORED = 'number_keys';

/**
 * Arrow and number keys for a question, and the way to switch the numbers off that WCAG 2.1.4 asks for: speech input
 * may type them by mistake. It shows while it has the focus.
 */
export function AnswerKeys() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.checked = readRaw(STORED) !== 'off';
    const press = (event: KeyboardEvent) => answerByKey(event, box.current!.closest('main')!, box.current!.checked);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <label className={css['switch']}>
      <input
        ref={box}
        type="checkbox"
        defaultChecked
        onChange={(event) => writeRaw(STORED, event.target.checked ? 'on' : 'off')}
      />
      {KEYS_COPY}
    </label>
  );
}

const TYPING = 'input:not([data-answer]),textarea,select,[contenteditable]';

/**
 * Chooses or moves among the answers of `screen`, as the key commands. Not while someone types or a dialog lies over them.
 * The document may hold another screen's answers: the next question is rendered out of sight during the pause.
 */
function answerByKey(event: KeyboardEvent, screen: ParentNode, numbers: boolean): void {
  const command = keyCommandOf(event);
  if (
    !command ||
    event.defaultPrevented ||
    document.activeElement?.matches(TYPING) ||
    document.querySelector('[role="dialog"]')
  )
    return;
  const answers = [...screen.querySelectorAll<HTMLElement>('[data-answer]')];
  const target = answers[indexOf(command, answers) ?? -1];
  if (!target || ('choose' in command && !numbers)) return;
  event.preventDefault();
  target.focus();
  if ('choose' in command) target.click();
}

function indexOf(command: KeyCommand, answers: readonly HTMLElement[]): number | null {
  if ('choose' in command) return command.choose;
  const focused = document.activeElement;
  const from = answers.findIndex((answer) => answer === focused);
  // A page that is not one question scrolls with the arrows, and so does one where a link or button has the focus.
  const mayEnter = answers[0]?.closest('fieldset') && (focused === document.body || focused?.matches('h1'));
  return from < 0 && !mayEnter ? null : movedTo(from, command.move, answers.length);
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/** What a key asks for: the answer at an index, from 0, or the focus one answer on or back. */
export type KeyCommand = { readonly choose: number } | { readonly move: 1 | -1 };

const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** 1 to 9 choose, arrows move. A key that is held down chooses once. */
export function keyCommandOf({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Pressed): KeyCommand | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  const move = MOVES[key];
  if (move) return { move };
  return /^[1-9]$/.test(key) && !repeat ? { choose: Number(key) - 1 } : null;
}

/** The answer that gets the focus, round and round. From outside the answers (-1) only forwards; null is nowhere. */
export const movedTo = (from: number, move: 1 | -1, count: number): number | null =>
  count === 0 || (from < 0 && move < 0) ? null : (from + move + count) % count;
