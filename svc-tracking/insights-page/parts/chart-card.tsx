import { type ChartName, type ChartRow, EXPORT_FORMATS, ROWS_MAX } from '@course/contracts';
import type { ReactNode } from 'react';
import { addressOf, type ChartRequest, type Extra } from '../data/chart-address.ts';
import { useChart, type ChartState } from '../data/use-chart.ts';
import { DataTable } from './data-table.tsx';
import { Definitions } from './definitions.tsx';
import { LoadFailure } from './failure-note.tsx';
import { formatCount } from './format.ts';
import { Sql } from './sql.tsx';
import './charts.css';
import './chart-card.css';

const FORMAT_NAMES = { csv: 'CSV', parquet: 'Parquet' } as const;

interface ChartCardProps<C extends ChartName, Q extends Extra> {
  readonly title: string;
  readonly lead: ReactNode;
  readonly request: ChartRequest<C, Q>;
  /** Set if the caller needs it too; otherwise the card loads the chart itself. */
  readonly state?: ChartState<C, Q>;
  /** Shown if there is nothing to draw. */
  readonly empty: string;
  readonly isEmpty?: (rows: readonly ChartRow<C>[]) => boolean;
  /** Shown beside the title. */
  readonly control?: ReactNode;
  /** Set if the chart is itself a table. */
  readonly isTable?: boolean;
  /** Columns to define; all by default. */
  readonly columns?: readonly string[];
  readonly level?: 2 | 3;
  /** Height in px to reserve while loading, so that the content below does not move. */
  readonly roomPx?: number;
  /** `query` is that of the rows, which differs from the request's while others are loading. */
  readonly children: (rows: readonly ChartRow<C>[], query: Q) => ReactNode;
}

/** A chart with its title, definitions, table, SQL and files, or the reason why there is none. */
export const ChartCard = <C extends ChartName, Q extends Extra>(props: ChartCardProps<C, Q>) => {
  const { title, lead, request, control, level = 2 } = props;
  const own = useChart(props.state ? undefined : request);
  const state = props.state ?? own;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="card" aria-label={title} aria-busy={state.isLoading} tabIndex={-1}>
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
  const { result, failure, isLoading } = state;
  const note = <LoadFailure state={state} />;
  if (result === undefined)
    return failure === undefined ? (
      <div className="skeleton" role="status" style={{ blockSize: roomPx }}>
        <span className="visually-hidden">Loading {title}</span>
      </div>
    ) : (
      note
    );
  const shown = { chart: request.chart, query: result.query };
  const hasNothingToDraw = result.rows.length === 0 || isEmpty?.(result.rows);
  return (
    <>
      {note}
      <div className="chart" data-stale={isLoading}>
        {hasNothingToDraw ? <p className="empty">{empty}</p> : children(result.rows, result.query)}
      </div>
      <footer>
        {result.rows.length === ROWS_MAX && (
          <p className="lead">These are the first {formatCount(ROWS_MAX)} rows. Choose fewer days to see others.</p>
        )}
        {!isTable && !hasNothingToDraw && (
          <details>
            <Summary what="Table" of={title} />
            <DataTable request={shown} rows={result.rows} caption={`${title} as a table`} />
          </details>
        )}
        <details>
          <Summary what="Definitions" of={title} />
          <Definitions chart={request.chart} only={columns} />
        </details>
        <details>
          <Summary what="SQL" of={title} />
          <Sql text={result.sql} title={title} />
        </details>
        <ul className="files">
          {EXPORT_FORMATS.map((format) => (
            <li key={format}>
              <a
                href={addressOf(shown, format)}
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

const Summary = ({ what, of }: { readonly what: string; readonly of: string }) => (
  <summary>
    {what}
    <span className="visually-hidden"> of {of}</span>
  </summary>
);
