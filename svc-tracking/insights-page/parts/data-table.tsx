import { type ChartName, CHARTS, type ChartRow, type Columns } from '@course/contracts';
import type { ChartRequest } from '../data/chart-address.ts';
import { formatCell } from './format.ts';
import { PagedTable } from './paged-table.tsx';

interface DataTableProps<C extends ChartName> {
  readonly request: ChartRequest<C>;
  readonly rows: readonly ChartRow<C>[];
  readonly caption: string;
}

type Cells = Readonly<Record<string, string | number | boolean | null>>;

const ROWS_PER_PAGE = 50;

const isText = (kind: string): boolean => kind === 'text' || kind === 'optionalText' || kind === 'time';

/** All data of a chart, as a table. */
export const DataTable = <C extends ChartName>({ request: { chart, query }, rows, caption }: DataTableProps<C>) => {
  const columns = Object.entries(CHARTS[chart] as Columns);
  const text = (row: Cells, name: string, kind: Columns[string]['kind']): string =>
    formatCell(kind, row[name] ?? null, {
      zone: query['zone'] ?? 'UTC',
      currency: typeof row['currency'] === 'string' ? row['currency'] : null,
    });
  return (
    <PagedTable
      rows={rows as readonly Cells[]}
      size={ROWS_PER_PAGE}
      label={caption}
      caption={caption}
      what={caption}
      head={
        <>
          {columns.map(([name, { kind, label }]) => (
            <th key={name} scope="col" data-text={isText(kind)}>
              {label}
            </th>
          ))}
        </>
      }
      row={(row, index) => (
        <tr key={index}>
          {columns.map(([name, { kind }]) => (
            <td key={name} data-text={isText(kind)}>
              {text(row, name, kind)}
            </td>
          ))}
        </tr>
      )}
    />
  );
};
