import type { ChartRow } from '@course/contracts';
import { useRef } from 'react';
import { Bar, BarChart, LabelList, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, formatSeconds, formatShare } from '../parts/format.ts';
import { rowIn, TooltipBox } from './tooltip.tsx';
import { useWidth } from './use-width.ts';

type Step = ChartRow<'funnel'>;

const ROW_PX = 34;
const AXIS_PX = 28;
/** From here on both halves stand side by side and steps have their titles. */
const WIDE_PX = 900;
const NAME_PX = { wide: 300, narrow: 116 } as const;
const VALUE_PX = 104;
const DWELL_VALUE_PX = 76;
const NAME_MAX = 36;
const MARGIN = { top: 0, right: 0, bottom: 0, left: 0 } as const;

const inSeconds = (value: unknown): string => (typeof value === 'number' ? formatSeconds(value) : '');

const short = (text: string): string => (text.length > NAME_MAX ? `${text.slice(0, NAME_MAX - 1).trimEnd()}…` : text);

const wideName = ({ step, title }: Step): string => (title && title.toLowerCase() !== step ? short(`${step} · ${title}`) : step);

const drawn = (rows: readonly Step[], isWide: boolean) =>
  rows.map((row) => ({
    ...row,
    name: isWide ? wideName(row) : row.step,
    wentOn: row.reached - row.left_here - row.still_here,
    label: row.reached === 0 ? '0' : `${formatCount(row.reached)}  −${formatShare(row.drop_off)}`,
  }));

const StepTooltip = ({ payload }: { readonly payload?: readonly { readonly payload?: unknown }[] }) => {
  const row = rowIn<Step>(payload);
  if (!row) return null;
  const lines = [
    { name: 'Reached', value: formatCount(row.reached) },
    ...(row.question_key === null ? [] : [{ name: 'Answered', value: formatCount(row.answered) }]),
    { name: 'Still here', value: formatCount(row.still_here) },
    { name: 'Left here', value: `${formatCount(row.left_here)} (${formatShare(row.drop_off)})` },
    { name: 'Stayed, median', value: formatSeconds(row.stayed_p50_seconds) },
    { name: 'Left, median', value: formatSeconds(row.left_p50_seconds) },
  ];
  return <TooltipBox title={row.title ? `${row.step} · ${row.title}` : row.step} lines={lines} />;
};

interface HalfProps {
  readonly rows: ReturnType<typeof drawn>;
  readonly width: number;
  readonly nameWidth: number;
}

const layoutOf = ({ rows, width }: HalfProps) => ({ layout: 'vertical', data: rows, width, height: rows.length * ROW_PX + AXIS_PX, margin: MARGIN, barCategoryGap: 8 }) as const;

const Names = ({ width }: { readonly width: number }) => (
  <YAxis type="category" dataKey="name" width={width} interval={0} tickLine={false} axisLine={false} tick={{ className: 'step-name', textAnchor: 'start', dx: -width + 8 }} />
);

const Reached = (props: HalfProps) => (
  <BarChart {...layoutOf(props)} margin={{ ...MARGIN, right: VALUE_PX }} aria-label="Visits that reached each step, that are still there and that left there">
    <XAxis type="number" orientation="top" height={AXIS_PX} tickLine={false} axisLine={false} tickCount={4} tickFormatter={formatCount} />
    <Names width={props.nameWidth} />
    <Tooltip content={<StepTooltip />} cursor={{ className: 'row-cursor' }} />
    <Bar dataKey="wentOn" stackId="reached" className="bar-trust" isAnimationActive={false} />
    <Bar dataKey="still_here" stackId="reached" className="bar-reward" isAnimationActive={false} />
    <Bar dataKey="left_here" stackId="reached" className="bar-accent" radius={[0, 4, 4, 0]} isAnimationActive={false}>
      <LabelList dataKey="label" position="right" className="bar-label" />
    </Bar>
  </BarChart>
);

const Dwell = (props: HalfProps) => (
  <BarChart {...layoutOf(props)} margin={{ ...MARGIN, right: DWELL_VALUE_PX }} barGap={1} barCategoryGap={4} aria-label="Median visible seconds on each step of visits that went on and that left">
    <XAxis type="number" orientation="top" height={AXIS_PX} tickLine={false} axisLine={false} tickCount={4} tickFormatter={(value: number) => `${value} s`} />
    {props.nameWidth > 0 ? <Names width={props.nameWidth} /> : <YAxis type="category" dataKey="name" hide />}
    <Tooltip content={<StepTooltip />} cursor={{ className: 'row-cursor' }} />
    <Bar dataKey="stayed_p50_seconds" className="bar-trust" radius={[0, 3, 3, 0]} isAnimationActive={false}>
      <LabelList dataKey="stayed_p50_seconds" position="right" className="dwell-label" formatter={inSeconds} />
    </Bar>
    <Bar dataKey="left_p50_seconds" className="bar-accent" radius={[0, 3, 3, 0]} isAnimationActive={false}>
      <LabelList dataKey="left_p50_seconds" position="right" className="dwell-label" formatter={inSeconds} />
    </Bar>
  </BarChart>
);

/** One row a step: how many reached it, are still there and left there, and the median visible time of those who stayed and who left. */
export const FunnelChart = ({ rows }: { readonly rows: readonly Step[] }) => {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isWide = width >= WIDE_PX;
  const shown = drawn(rows, isWide);
  const dwellWidth = isWide ? Math.round(width * 0.26) : width;
  return (
    <div ref={box} className="funnel" data-wide={isWide}>
      {width > 0 && (
        <>
          <figure>
            <figcaption className="legend"><span data-mark="trust">Went on</span> <span data-mark="reward">Still here</span> <span data-mark="accent">Left here</span></figcaption>
            <Reached rows={shown} width={isWide ? width - dwellWidth : width} nameWidth={isWide ? NAME_PX.wide : NAME_PX.narrow} />
          </figure>
          <figure>
            <figcaption className="legend">Median time: <span data-mark="trust">stayed</span> <span data-mark="accent">left</span></figcaption>
            <Dwell rows={shown} width={dwellWidth} nameWidth={isWide ? 0 : NAME_PX.narrow} />
          </figure>
        </>
      )}
    </div>
  );
};
