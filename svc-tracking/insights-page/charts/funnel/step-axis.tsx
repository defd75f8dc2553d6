import type { ReactNode } from 'react';
import { useYAxisScale, YAxis } from 'recharts';
import { formatCount, formatPart, formatSeconds } from '../../parts/format.ts';
import type { DrawnStep, Step } from './funnel-rows.ts';
import { rowIn, TooltipBox } from '../../parts/tooltip.tsx';

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

/**
 * Something for each step in the middle of its own row, by the step's key. Labels of the library are numbered by the
 * bars that it draws, and steps without a bar are none of them.
 */
export const EachStep = ({
  rows,
  children,
}: {
  readonly rows: readonly DrawnStep[];
  readonly children: (row: DrawnStep, middle: number) => ReactNode;
}) => {
  const at = useYAxisScale();
  return (
    <g>
      {rows.map((row) => {
        const middle = at?.(row.step, { position: 'middle' });
        return (
          middle !== undefined && (
            <g key={row.step} data-step={row.step}>
              {children(row, middle)}
            </g>
          )
        );
      })}
    </g>
  );
};

/** All that is known of a step. */
export const StepTooltip = ({ payload }: { readonly payload?: readonly { readonly payload?: unknown }[] }) => {
  const row = rowIn<Step>(payload);
  if (!row) return null;
  const lines = [
    { name: 'Reached', value: formatCount(row.reached) },
    ...(row.question_key === null ? [] : [{ name: 'Answered', value: formatPart(row.answered, row.reached) }]),
    { name: 'Still here', value: formatCount(row.still_here) },
    { name: 'Left here', value: formatPart(row.left_here, row.reached) },
    { name: 'Stayed, median', value: formatSeconds(row.stayed_p50_seconds) },
    { name: 'Left, median', value: formatSeconds(row.left_p50_seconds) },
  ];
  return <TooltipBox title={row.title ? `${row.step} · ${row.title}` : row.step} lines={lines} />;
};
