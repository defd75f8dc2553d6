import { CHARTS, type ChartRow } from '@course/contracts';
import { useState } from 'react';
import type { ChartRequest } from '../../data/chart-address.ts';
import { formatCell, formatPart } from '../../parts/format.ts';
import { PagedTable } from '../../parts/paged-table.tsx';
import { SmallDistribution } from './small-distribution.tsx';
import { SortHeading } from '../../parts/sort-heading.tsx';
import { sorted, type Sorting } from '../../parts/sorting.ts';

type Row = ChartRow<'page-timing'>;

export const SHOWN = [
  'page_path',
  'views',
  'p50_seconds',
  'p75_seconds',
  'p90_seconds',
  'p99_seconds',
  'mean_seconds',
  'exits',
  'bounce_rate',
] as const satisfies readonly (keyof Row)[];
/** Those that stand beside the days before. */
const COMPARED: readonly (keyof Row)[] = ['views', 'p50_seconds', 'p90_seconds', 'bounce_rate'];
const ROWS = 20;
const COLUMNS = CHARTS['page-timing'];

/** A bounce rate tells nothing without how many visits it is a share of. */
const textOf = (row: Row, name: keyof Row): string =>
  name === 'bounce_rate'
    ? formatPart(row.bounces, row.began)
    : formatCell(COLUMNS[name].kind, row[name], { zone: 'UTC', currency: null });

interface PageTimingTableProps {
  readonly rows: readonly Row[];
  /** The same for as many days before; empty while they are not known. */
  readonly before: readonly Row[];
  readonly distributionOf: (path: string) => ChartRequest<'page-distribution'>;
  readonly onChoose: (path: string, button: HTMLElement) => void;
}

export const PageTimingTable = ({ rows, before, distributionOf, onChoose }: PageTimingTableProps) => {
  const [sorting, setSorting] = useState<Sorting<keyof Row>>({ by: 'views', order: 'descending' });
  const earlier = new Map(before.map((row) => [row.page_path, row]));
  return (
    <PagedTable
      rows={sorted(rows, sorting)}
      size={ROWS}
      label="Page timing by page"
      caption="Visible time on each page"
      what="page timing"
      className="timing"
      head={
        <>
          {SHOWN.map((name) => (
            <SortHeading
              key={name}
              name={name}
              label={COLUMNS[name].label}
              isText={name === 'page_path'}
              sorting={sorting}
              onSort={setSorting}
            />
          ))}
          <th scope="col">Shape</th>
        </>
      }
      row={(row) => (
        <tr key={row.page_path}>
          {SHOWN.map((name) => {
            const text = textOf(row, name);
            if (name === 'page_path')
              return (
                <th key={name} scope="row">
                  <span className="path" title={text}>
                    {text}
                  </span>
                </th>
              );
            const was = COMPARED.includes(name) ? earlier.get(row.page_path) : undefined;
            return (
              <td key={name}>
                {text}
                {was && was[name] !== null && (
                  <span className="before">
                    <span className="visually-hidden">, before: </span>
                    {textOf(was, name)}
                  </span>
                )}
              </td>
            );
          })}
          <td className="shape">
            <button
              type="button"
              aria-label={`Distribution of ${row.page_path}`}
              onClick={({ currentTarget }) => onChoose(row.page_path, currentTarget)}
            >
              <SmallDistribution request={distributionOf(row.page_path)} />
            </button>
          </td>
        </tr>
      )}
    />
  );
};
