import { KEYS_COPY } from '@course/funnel';
import { readRaw, writeRaw } from '@course/platform';
import { useEffect, useRef } from 'react';
import { answerByKey } from './answer-by-key.ts';
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
