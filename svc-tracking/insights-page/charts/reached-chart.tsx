import { Bar, BarChart, LabelList, Rectangle, Tooltip, XAxis } from 'recharts';
import { formatCompact } from '../parts/format.ts';
import type { DrawnStep } from './funnel-rows.ts';
import { namesAt, type StepRows } from './step-names.tsx';
import { StepTooltip } from './step-tooltip.tsx';

const AXIS_PX = 28;
const VALUE_PX = 128;
/** Names at the left have a bar beside them; else they stand above a thin one. */
const BESIDE = { rowPx: 32, barPx: 20 } as const;
const ABOVE = { rowPx: 44, barPx: 10, liftPx: 7, topPx: 8 } as const;

interface PlacedLabel {
  readonly index?: number | undefined;
  readonly y?: string | number | undefined;
}

const lineAbove = (rows: readonly DrawnStep[], width: number) =>
  function LineAbove({ index = 0, y = 0 }: PlacedLabel) {
    const baseline = Number(y) - ABOVE.liftPx;
    return (
      <g>
        <text x={0} y={baseline} className="step-name">{rows[index]?.name}</text>
        <text x={width} y={baseline} textAnchor="end" className="bar-label">{rows[index]?.label}</text>
      </g>
    );
  };

/** Visits that reached each step: those that went on, are still there and left there. */
export const ReachedChart = ({ rows, width, nameWidth }: StepRows<DrawnStep>) => {
  const isBeside = nameWidth > 0;
  const { rowPx, barPx } = isBeside ? BESIDE : ABOVE;
  const height = rows.length * rowPx + (isBeside ? AXIS_PX : ABOVE.topPx);
  const margin = { top: isBeside ? 0 : ABOVE.topPx, right: isBeside ? VALUE_PX : 0, bottom: 0, left: 0 };
  return (
    <BarChart layout="vertical" data={[...rows]} width={width} height={height} margin={margin} aria-label="Visits that reached each step, that are still there and that left there">
      <XAxis type="number" orientation="top" height={AXIS_PX} hide={!isBeside} domain={[0, 'dataMax']} tickLine={false} axisLine={false} tickCount={4} tickFormatter={formatCompact} />
      {namesAt(nameWidth, 'name')}
      <Tooltip content={<StepTooltip />} cursor={{ className: 'row-cursor' }} />
      <Bar dataKey="wentOn" stackId="reached" className="bar-trust" barSize={barPx} isAnimationActive={false} />
      <Bar dataKey="still_here" stackId="reached" className="bar-reward" barSize={barPx} isAnimationActive={false} />
      {/* The shape is the library's own: without one it drops the bars, and so the labels, of steps where nobody left. */}
      <Bar dataKey="lost" stackId="reached" className="bar-accent" barSize={barPx} shape={<Rectangle radius={[0, 4, 4, 0]} />} isAnimationActive={false}>
        {isBeside ? <LabelList dataKey="label" position="right" className="bar-label" /> : <LabelList dataKey="label" content={lineAbove(rows, width)} />}
      </Bar>
    </BarChart>
  );
};
