import { useId, useState } from 'react';
import { faultIn, type Days } from './filters.ts';

interface CustomDaysProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Two days chosen by hand; taken once they make sense, and until then it says why they do not. */
export const CustomDays = ({ days, onChange }: CustomDaysProps) => {
  const [typed, setTyped] = useState(days);
  // Days that changed elsewhere replace what was typed. The inputs stay, so that the one being typed into keeps its focus.
  const [shown, setShown] = useState(days);
  if (days.from !== shown.from || days.to !== shown.to) {
    setShown(days);
    setTyped(days);
  }
  const problem = useId();
  const fault = faultIn(typed);
  const change = (part: Partial<Days>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    // A year is typed digit by digit: its first ones are no wish.
    if (!faultIn(next) && next.from >= '2000') onChange(next);
  };
  return (
    <>
      <label>
        <span>From</span>
        <input
          type="date"
          value={typed.from}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && problem}
          onChange={({ target }) => change({ from: target.value })}
        />
      </label>
      <label>
        <span>To, inclusive</span>
        <input
          type="date"
          value={typed.to}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && problem}
          onChange={({ target }) => change({ to: target.value })}
        />
      </label>
      {fault && (
        <p id={problem} className="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
};
