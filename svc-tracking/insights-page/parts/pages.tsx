import { useState } from 'react';
import { formatCount } from './format.ts';

export interface Paged<Row> {
  readonly shown: readonly Row[];
  readonly first: number;
  readonly total: number;
  /** Undefined where there is no such page. */
  readonly back: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** A long list, so many rows at a time. */
export const usePages = <Row,>(rows: readonly Row[], size: number): Paged<Row> => {
  const [page, setPage] = useState(0);
  // Another answer may have fewer pages.
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const now = Math.min(page, last);
  return {
    shown: rows.slice(now * size, (now + 1) * size),
    first: now * size + 1,
    total: rows.length,
    back: now > 0 ? () => setPage(now - 1) : undefined,
    next: now < last ? () => setPage(now + 1) : undefined,
  };
};

/** What of a long list is shown, and the way to the rest; nothing for a list that is shown whole. */
export const Pages = ({
  paged: { shown, first, total, back, next },
  what,
}: {
  readonly paged: Paged<unknown>;
  readonly what: string;
}) =>
  total > shown.length && (
    <nav className="pages" aria-label={`Pages of ${what}`}>
      <button type="button" className="small" disabled={!back} onClick={back}>
        Back
      </button>
      <span role="status">
        {formatCount(first)} to {formatCount(first + shown.length - 1)} of {formatCount(total)}
      </span>
      <button type="button" className="small" disabled={!next} onClick={next}>
        Next
      </button>
    </nav>
  );
