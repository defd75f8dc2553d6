import type { Days } from '@course/contracts';
import { useId, useState } from 'react';
import { faultIn } from './filters.ts';

interface CustomDaysProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Inputs for two days. Reports a change once they are valid, and until then says what is wrong with them. */
export const CustomDays = ({ days, onChange }: CustomDaysProps) => {
  const [typed, setTyped] = useState(days);
  // Days that changed elsewhere replace what was typed. The inputs are not remounted, so that the one in use keeps its
  // focus.
  const [shown, setShown] = useState(days);
  if (days.from !== shown.from || days.to !== shown.to) {
    setShown(days);
    setTyped(days);
  }
  const faultId = useId();
  const fault = faultIn(typed);
  const change = (part: Partial<Days>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    // A year is typed digit by digit, so an early one is only half typed.
    if (!faultIn(next) && next.from >= '2000') onChange(next);
  };
  return (
    <>
      <label>
        <span>From</span>
        <input
          type="date"
          className="control"
          value={typed.from}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && faultId}
          onChange={({ target }) => change({ from: target.value })}
        />
      </label>
      <label>
        <span>To, inclusive</span>
        <input
          type="date"
          className="control"
          value={typed.to}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && faultId}
          onChange={({ target }) => change({ to: target.value })}
        />
      </label>
      {fault && (
        <p id={faultId} className="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
};
