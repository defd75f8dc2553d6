import { YAxis } from 'recharts';

export interface StepRows<Row> {
  readonly rows: readonly Row[];
  /** px, all in all. */
  readonly width: number;
  /** px that names take at the left; 0 for none there. */
  readonly nameWidth: number;
}

interface PlacedTick {
  readonly y?: string | number;
  readonly payload?: { readonly value?: unknown };
}

/** On one line, which the library's own text would break. */
const Name = ({ y, payload }: PlacedTick) => (
  <text x={0} y={y} dy="0.35em" className="step-name">{String(payload?.value ?? '')}</text>
);

/** The steps' names at the left of a chart, by `dataKey`. Called, not rendered: the library looks for its own axes. */
export const namesAt = (width: number, dataKey: 'name' | 'step') =>
  width > 0 ? <YAxis type="category" dataKey={dataKey} width={width} interval={0} tickLine={false} axisLine={false} tick={<Name />} /> : <YAxis type="category" dataKey={dataKey} hide />;
