import { CHARTS, type ChartRow } from '@course/contracts';
import { useState } from 'react';
import type { ChartRequest } from '../data/chart-address.ts';
import { formatCell } from '../parts/format.ts';
import { SmallDistribution } from './small-distribution.tsx';
import { sorted, turned, type Sorting } from './sorting.ts';

type Row = ChartRow<'page-timing'>;

const SHOWN = ['page_path', 'views', 'p50_seconds', 'p75_seconds', 'p90_seconds', 'p99_seconds', 'mean_seconds', 'bounce_rate'] as const satisfies readonly (keyof Row)[];
const COLUMNS = CHARTS['page-timing'];
const ARROWS = { ascending: '↑', descending: '↓', none: '↕' } as const;

interface PageTimingTableProps {
  readonly rows: readonly Row[];
  readonly distributionOf: (path: string) => ChartRequest<'page-distribution'>;
  readonly onChoose: (path: string, button: HTMLElement) => void;
}

export const PageTimingTable = ({ rows, distributionOf, onChoose }: PageTimingTableProps) => {
  const [sorting, setSorting] = useState<Sorting<keyof Row>>({ by: 'views', order: 'descending' });
  const orderOf = (name: keyof Row) => (sorting.by === name ? sorting.order : 'none');
  return (
    <div className="scroller" role="region" aria-label="Page timing by page" tabIndex={0}>
      <table className="timing">
        <caption className="visually-hidden">Visible time on each page</caption>
        <thead>
          <tr>
            {SHOWN.map((name) => (
              <th key={name} scope="col" aria-sort={orderOf(name)} data-text={name === 'page_path'}>
                <button type="button" onClick={() => setSorting(turned(sorting, name, name === 'page_path'))}>
                  {COLUMNS[name].label} <span aria-hidden="true">{ARROWS[orderOf(name)]}</span>
                </button>
              </th>
            ))}
            <th scope="col">Shape</th>
          </tr>
        </thead>
        <tbody>
          {sorted(rows, sorting).map((row) => (
            <tr key={row.page_path}>
              {SHOWN.map((name) => {
                const text = formatCell(COLUMNS[name].kind, row[name], { zone: 'UTC', currency: null });
                return name === 'page_path' ? <th key={name} scope="row">{text}</th> : <td key={name}>{text}</td>;
              })}
              <td className="shape">
                <button type="button" aria-label={`Distribution of ${row.page_path}`} onClick={({ currentTarget }) => onChoose(row.page_path, currentTarget)}>
                  <SmallDistribution request={distributionOf(row.page_path)} />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
