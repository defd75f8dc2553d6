import { type ChartName, CHARTS, type ChartRow, type Columns } from '@course/contracts';
import { formatCell } from './format.ts';
import { Pages, usePages } from './pages.tsx';

interface DataTableProps<C extends ChartName> {
  readonly chart: C;
  readonly rows: readonly ChartRow<C>[];
  readonly zone: string;
  readonly caption: string;
}

type Cells = Readonly<Record<string, string | number | boolean | null>>;

const ROWS = 50;

const isText = (kind: string): boolean => kind === 'text' || kind === 'optionalText' || kind === 'time';

/** Everything that a chart shows, as a table. */
export const DataTable = <C extends ChartName>({ chart, rows, zone, caption }: DataTableProps<C>) => {
  const columns = Object.entries(CHARTS[chart] as Columns);
  const text = (row: Cells, name: string, kind: Columns[string]['kind']): string =>
    formatCell(kind, row[name] ?? null, {
      zone,
      currency: typeof row['currency'] === 'string' ? row['currency'] : null,
    });
  const paged = usePages(rows as readonly Cells[], ROWS);
  return (
    <>
      <div className="scroller" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(([name, { kind, label }]) => (
                <th key={name} scope="col" data-text={isText(kind)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {paged.shown.map((row, index) => (
              <tr key={index}>
                {columns.map(([name, { kind }]) => (
                  <td key={name} data-text={isText(kind)}>
                    {text(row, name, kind)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages paged={paged} what={caption} />
    </>
  );
};
