import { Button } from '@course/ui';
import { type FormEvent, useRef } from 'react';
import { SCHEDULE_COPY } from '../../flow/course-copy.ts';
import css from './schedule.module.css';

interface PauseFormProps {
  /** The last day that can be chosen, such as `2027-12-05`. */
  readonly limit: string;
  readonly isSending: boolean;
  readonly onPause: (until: string) => void;
}

/** Asks for the day on which the lessons continue. */
export function PauseForm({ limit, isSending, onPause }: PauseFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const pause = (event: FormEvent) => {
    event.preventDefault();
    if (field.current?.value) onPause(field.current.value);
  };
  return (
    <form className={css['pause']} onSubmit={pause}>
      <label className={css['field']}>
        <span>{SCHEDULE_COPY.pauseUntil}</span>
        <input ref={field} type="date" name="until" required min={tomorrow()} max={limit} />
      </label>
      <Button type="submit" look="quiet" pending={isSending}>
        {SCHEDULE_COPY.pauseButton}
      </Button>
    </form>
  );
}

/** Returns tomorrow's date in the device's time zone, such as `2026-12-05`. */
function tomorrow(): string {
  const day = new Date();
  // Not in 24 hours, because a day can have 23 or 25.
  day.setDate(day.getDate() + 1);
  return day.toLocaleDateString('sv');
}
