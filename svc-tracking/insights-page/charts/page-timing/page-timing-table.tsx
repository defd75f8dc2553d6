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
/** Columns that are compared with the days before. */
const COMPARED: readonly (keyof Row)[] = ['views', 'p50_seconds', 'p90_seconds', 'bounce_rate'];
const ROWS_PER_PAGE = 20;
const COLUMNS = CHARTS['page-timing'];

/** A bounce rate says little without the number of visits that it is a share of. */
const textOf = (row: Row, name: keyof Row): string =>
  name === 'bounce_rate'
    ? formatPart(row.bounces, row.began)
    : formatCell(COLUMNS[name].kind, row[name], { zone: 'UTC', currency: null });

interface PageTimingTableProps {
  readonly rows: readonly Row[];
  /** The rows of the same number of days before; empty until they have loaded. */
  readonly before: readonly Row[];
  /** Set while the last day is not over, which makes numbers of views incomparable. */
  readonly isUnfinished: boolean;
  readonly distributionOf: (path: string) => ChartRequest<'page-distribution'>;
  readonly onChoose: (path: string, button: HTMLElement) => void;
}

export const PageTimingTable = ({ rows, before, isUnfinished, distributionOf, onChoose }: PageTimingTableProps) => {
  const [sorting, setSorting] = useState<Sorting<keyof Row>>({ by: 'views', order: 'descending' });
  const compared = isUnfinished ? COMPARED.filter((name) => name !== 'views') : COMPARED;
  const previousRows = new Map(before.map((row) => [row.page_path, row]));
  return (
    <PagedTable
      rows={sorted(rows, sorting)}
      size={ROWS_PER_PAGE}
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
            const previous = compared.includes(name) ? previousRows.get(row.page_path) : undefined;
            return (
              <td key={name}>
                {text}
                {previous && previous[name] !== null && (
                  <span className="before">
                    <span className="visually-hidden">, before: </span>
                    {textOf(previous, name)}
                  </span>
                )}
              </td>
            );
          })}
          <td className="shape">
            <SmallDistribution path={row.page_path} request={distributionOf(row.page_path)} onChoose={onChoose} />
          </td>
        </tr>
      )}
    />
  );
};
