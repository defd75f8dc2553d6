import { type ReactNode, useState } from 'react';
import { formatCount } from './format.ts';
import './tables.css';

interface PagedTableProps<Row> {
  readonly rows: readonly Row[];
  /** Rows shown at a time. */
  readonly size: number;
  /** Names the region that scrolls. */
  readonly label: string;
  readonly caption: string;
  /** What the pages show, for the name of their navigation. */
  readonly what: string;
  readonly className?: string;
  readonly head: ReactNode;
  /** Returns a `tr`. */
  readonly row: (row: Row, index: number) => ReactNode;
}

/** A long table, shown page by page. */
export const PagedTable = <Row,>({ rows, size, label, caption, what, className, head, row }: PagedTableProps<Row>) => {
  const [page, setPage] = useState(0);
  // New rows may fill fewer pages.
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const current = Math.min(page, last);
  const shown = rows.slice(current * size, (current + 1) * size);
  return (
    <>
      <div className="scroller" role="region" aria-label={label} tabIndex={0}>
        <table className={className}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{shown.map(row)}</tbody>
        </table>
      </div>
      {last > 0 && (
        <nav className="pages" aria-label={`Pages of ${what}`}>
          <PageButton isEnd={current === 0} onClick={() => setPage(current - 1)}>
            Back
          </PageButton>
          <span role="status">
            {formatCount(current * size + 1)} to {formatCount(current * size + shown.length)} of{' '}
            {formatCount(rows.length)}
          </span>
          <PageButton isEnd={current === last} onClick={() => setPage(current + 1)}>
            Next
          </PageButton>
        </nav>
      )}
    </>
  );
};

interface PageButtonProps {
  readonly isEnd: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** Not `disabled` at the first or last page, because the button that led there would lose the focus. */
const PageButton = ({ isEnd, onClick, children }: PageButtonProps) => (
  <button type="button" className="control" {...(isEnd ? { 'aria-disabled': true } : { onClick })}>
    {children}
  </button>
);
