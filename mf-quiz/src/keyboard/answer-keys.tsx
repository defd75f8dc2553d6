import { KEYS_COPY } from '../flow/copy.ts';
import { readRaw, writeRaw } from '@course/platform';
import { useEffect, useRef } from 'react';
import css from './answer-keys.module.css';

const STORAGE_KEY = 'number_keys';

/**
 * Arrow and number keys for a question, with a switch that turns the number keys off, as WCAG 2.1.4 requires: speech
 * input may type numbers by mistake. The switch is visible only while it has focus.
 */
export function AnswerKeys() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.checked = readRaw(STORAGE_KEY) !== 'off';
    const onKeyDown = (event: KeyboardEvent) => answerByKey(event, box.current!.closest('main')!, box.current!.checked);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <label className={css['switch']}>
      <input
        ref={box}
        type="checkbox"
        defaultChecked
        onChange={(event) => writeRaw(STORAGE_KEY, event.target.checked ? 'on' : 'off')}
      />
      {KEYS_COPY}
    </label>
  );
}

const TEXT_ENTRY = 'input:not([data-answer]),textarea,select,[contenteditable]';

/**
 * Executes the key's command on the answers of `screen`, unless the visitor is typing or a dialog is open. Limited to
 * `screen` because the next question may be in the document too: it is rendered out of sight during the pause.
 */
function answerByKey(event: KeyboardEvent, screen: ParentNode, numberKeysOn: boolean): void {
  const command = keyCommandOf(event);
  if (
    !command ||
    event.defaultPrevented ||
    document.activeElement?.matches(TEXT_ENTRY) ||
    document.querySelector('[role="dialog"]')
  )
    return;
  const answers = [...screen.querySelectorAll<HTMLElement>('[data-answer]')];
  const target = answers[indexOf(command, answers) ?? -1];
  if (!target || ('choose' in command && !numberKeysOn)) return;
  event.preventDefault();
  target.focus();
  if ('choose' in command) target.click();
}

function indexOf(command: KeyCommand, answers: readonly HTMLElement[]): number | null {
  if ('choose' in command) return command.choose;
  const focused = document.activeElement;
  const from = answers.findIndex((answer) => answer === focused);
  // Arrow keys keep scrolling on pages that are not a single question, and while a link or button has focus.
  const mayEnter = answers[0]?.closest('fieldset') && (focused === document.body || focused?.matches('h1'));
  return from < 0 && !mayEnter ? null : nextFocusIndex(from, command.move, answers.length);
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/** What a key does: chooses the answer at a zero-based index, or moves the focus to the next or previous answer. */
export type KeyCommand = { readonly choose: number } | { readonly move: 1 | -1 };

const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Returns the command of a key: 1 to 9 choose, arrows move. A key that is held down chooses only once. */
export function keyCommandOf({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: KeyPress): KeyCommand | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  const move = MOVES[key];
  if (move) return { move };
  return /^[1-9]$/.test(key) && !repeat ? { choose: Number(key) - 1 } : null;
}

/**
 * Returns the index of the answer that gets the focus, wrapping around; null if none does. From outside the answers
 * (-1), only a move forwards enters them.
 */
export const nextFocusIndex = (from: number, move: 1 | -1, count: number): number | null =>
  count === 0 || (from < 0 && move < 0) ? null : (from + move + count) % count;
