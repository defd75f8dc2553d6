import { YAxis } from 'recharts';
import type { DrawnStep } from './funnel-rows.ts';

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
const Name = ({ y, payload, names }: PlacedTick & { readonly names: ReadonlyMap<string, string> }) => {
  const step = String(payload?.value ?? '');
  return (
    <text x={0} y={y} dy="0.35em" className="step-name">
      {names.get(step) ?? step}
    </text>
  );
};

/** The steps at the left of a chart: their names, or their keys without `rows`. Called, not rendered: the library looks for its own axes. */
export const namesAt = (width: number, rows: readonly DrawnStep[] = []) => {
  const names = new Map(rows.map(({ step, name }) => [step, name]));
  if (width <= 0) return <YAxis type="category" dataKey="step" hide />;
  return (
    <YAxis
      type="category"
      dataKey="step"
      width={width}
      interval={0}
      tickLine={false}
      axisLine={false}
      tick={<Name names={names} />}
    />
  );
};
