import type { ChartRow } from '@course/contracts';
import { formatCount, formatPart, formatScore, formatShare, formatVital } from '../../parts/format.ts';
import { PagedTable } from '../../parts/paged-table.tsx';

type Row = ChartRow<'releases'>;

const ROWS_PER_PAGE = 20;

interface CellProps {
  readonly value: string;
  /** Shown smaller, below the value. */
  readonly detail: string;
}

const Cell = ({ value, detail }: CellProps) => (
  <td>
    {value}
    <span className="before">{detail}</span>
  </td>
);

const COLUMNS: readonly { readonly label: string; readonly cell: (row: Row) => CellProps }[] = [
  {
    label: 'Visits',
    cell: ({ visits, share }) => ({ value: formatCount(visits), detail: `${formatShare(share)} of the remote’s` }),
  },
  {
    label: 'Failed',
    cell: ({ failed, visits, error_rate: rate }) => ({ value: formatShare(rate), detail: partOf(failed, visits) }),
  },
  {
    label: 'Completed',
    cell: ({ completed, visits, completion }) => ({
      value: formatShare(completion),
      detail: completion === null ? 'has no last step' : partOf(completed, visits),
    }),
  },
  {
    label: 'Bought',
    cell: ({ buyers, visits, conversion }) => ({ value: formatShare(conversion), detail: partOf(buyers, visits) }),
  },
  {
    label: 'LCP',
    cell: (row) => ({ value: formatVital(row.lcp_p75_seconds), detail: poorOf(row.lcp_poor, row.lcp_visits) }),
  },
  {
    label: 'INP',
    cell: (row) => ({ value: formatVital(row.inp_p75_seconds), detail: poorOf(row.inp_poor, row.inp_visits) }),
  },
  { label: 'CLS', cell: (row) => ({ value: formatScore(row.cls_p75), detail: poorOf(row.cls_poor, row.cls_visits) }) },
  {
    label: 'TTFB',
    cell: (row) => ({ value: formatVital(row.ttfb_p75_seconds), detail: poorOf(row.ttfb_poor, row.ttfb_visits) }),
  },
];

const partOf = (part: number, all: number): string => formatPart(part, all).replace(/ \(.*/, '');
const poorOf = (poor: number | null, visits: number): string =>
  poor === null ? 'not measured' : `${formatShare(poor)} poor of ${formatCount(visits)}`;

/** One row per release, grouped by remote. */
export const ReleasesTable = ({ rows }: { readonly rows: readonly Row[] }) => {
  return (
    <PagedTable
      rows={rows}
      size={ROWS_PER_PAGE}
      label="Releases by remote"
      caption="What visits met on each release"
      what="releases"
      className="timing"
      head={
        <>
          <th scope="col" data-text>
            Release
          </th>
          {COLUMNS.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </>
      }
      row={(row) => (
        <tr key={`${row.remote} ${row.release}`}>
          <th scope="row" data-text>
            {row.remote} {row.version ?? ''}
            <span className="before">{row.release}</span>
          </th>
          {COLUMNS.map(({ label, cell }) => (
            <Cell key={label} {...cell(row)} />
          ))}
        </tr>
      )}
    />
  );
};
