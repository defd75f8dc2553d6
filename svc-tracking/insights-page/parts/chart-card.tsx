import { type ChartName, type ChartRow, EXPORT_FORMATS, ROWS_MAX } from '@course/contracts';
import type { ReactNode } from 'react';
import { addressOf, type ChartRequest, type Extra } from '../data/chart-address.ts';
import { useChart, type ChartState } from '../data/use-chart.ts';
import { DataTable } from './data-table.tsx';
import { Definitions } from './definitions.tsx';
import { formatCount } from './format.ts';
import { Sql } from './sql.tsx';

const FORMAT_NAMES = { csv: 'CSV', parquet: 'Parquet' } as const;

interface ChartCardProps<C extends ChartName, Q extends Extra> {
  readonly title: string;
  readonly lead: ReactNode;
  readonly request: ChartRequest<C, Q>;
  /** Where the caller needs it, too; otherwise the card asks. */
  readonly state?: ChartState<C, Q>;
  /** What to say when there is nothing to draw. */
  readonly empty: string;
  readonly isEmpty?: (rows: readonly ChartRow<C>[]) => boolean;
  /** Stands beside the title. */
  readonly control?: ReactNode;
  /** The chart is a table already. */
  readonly isTable?: boolean;
  /** The columns that are shown and so defined; without it all. */
  readonly columns?: readonly string[];
  readonly level?: 2 | 3;
  /** px kept free while it is loading, so that what is below stays where it is. */
  readonly roomPx?: number;
  /** Drawn with the query of these rows: while others are loading it is not the request's. */
  readonly children: (rows: readonly ChartRow<C>[], query: Q) => ReactNode;
}

/** A chart with its name, its definitions, its table, its SQL and its files; or why there is none. */
export const ChartCard = <C extends ChartName, Q extends Extra>(props: ChartCardProps<C, Q>) => {
  const { title, lead, request, control, level = 2 } = props;
  const own = useChart(props.state ? undefined : request);
  const state = props.state ?? own;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="card" aria-label={title} aria-busy={state.isLoading}>
      <header>
        <div>
          <Heading>{title}</Heading>
          <p className="lead">{lead}</p>
        </div>
        {control}
      </header>
      <Content {...props} state={state} />
    </section>
  );
};

const Content = <C extends ChartName, Q extends Extra>({
  title,
  request,
  state,
  empty,
  isEmpty,
  isTable = false,
  columns,
  roomPx = 240,
  children,
}: ChartCardProps<C, Q> & { readonly state: ChartState<C, Q> }) => {
  const { answer, failure, isLoading, reload } = state;
  const note = failure !== undefined && !isLoading && <FailureNote message={failure} onRetry={reload} />;
  if (answer === undefined)
    return (
      note || (
        <div className="skeleton" role="status" style={{ blockSize: roomPx }}>
          <span className="visually-hidden">Loading {title}</span>
        </div>
      )
    );
  const isBare = answer.rows.length === 0 || isEmpty?.(answer.rows);
  return (
    <>
      {note}
      <div className="chart" data-stale={isLoading}>
        {isBare ? <p className="empty">{empty}</p> : children(answer.rows, answer.query)}
      </div>
      <footer>
        {answer.rows.length === ROWS_MAX && (
          <p className="lead">These are the first {formatCount(ROWS_MAX)} rows. Choose fewer days to see others.</p>
        )}
        {!isTable && !isBare && (
          <details>
            <summary>Table</summary>
            <DataTable request={request} rows={answer.rows} caption={`${title} as a table`} />
          </details>
        )}
        <details>
          <summary>Definitions</summary>
          <Definitions chart={request.chart} only={columns} />
        </details>
        <details>
          <summary>SQL</summary>
          <Sql text={answer.sql} title={title} />
        </details>
        <ul className="files">
          {EXPORT_FORMATS.map((format) => (
            <li key={format}>
              <a
                href={addressOf(request, format)}
                download={`${request.chart}.${format}`}
                aria-label={`${title} as ${FORMAT_NAMES[format]}`}
              >
                {FORMAT_NAMES[format]}
              </a>
            </li>
          ))}
        </ul>
      </footer>
    </>
  );
};

/** Why there is no answer, and a way to ask again. */
export const FailureNote = ({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) => (
  <div className="failure" role="alert">
    <p>{message}</p>
    <button type="button" className="small" onClick={onRetry}>
      Try again
    </button>
  </div>
);
