import type { ReactNode } from 'react';
import { useYAxisScale, YAxis } from 'recharts';
import { formatCount, formatPart, formatSeconds } from '../../parts/format.ts';
import type { DrawnStep, Step } from './funnel-rows.ts';
import { rowIn, TooltipBox } from '../../parts/tooltip.tsx';

export interface StepRows<Row> {
  readonly rows: readonly Row[];
  /** Total width in px. */
  readonly width: number;
  /** Width in px of the names at the left; 0 if there are none. */
  readonly nameWidth: number;
}

interface PlacedTick {
  readonly y?: string | number;
  readonly payload?: { readonly value?: unknown };
}

/** A name on one line; the library's own text would wrap. */
const Name = ({ y, payload, names }: PlacedTick & { readonly names: ReadonlyMap<string, string> }) => {
  const step = String(payload?.value ?? '');
  return (
    <text x={0} y={y} dy="0.35em" className="step-name">
      {names.get(step) ?? step}
    </text>
  );
};

/**
 * Returns the axis of steps at the left of a chart: their names, or without `rows` their keys. Called rather than
 * rendered, because the library looks for its own axes.
 */
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
 * Renders something in the middle of each step's row, which is found by the step's key. The library's own labels are
 * numbered by the bars that it draws, and so skip steps without a bar.
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

/** Everything that is known about a step. */
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
