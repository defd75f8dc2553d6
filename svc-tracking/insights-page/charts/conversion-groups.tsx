import { BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisOf, bars, chartName, RowTooltip, type ConversionChartProps } from './conversion-marks.tsx';

const ROW_PX = 44;
const AXIS_PX = 28;
const NAME_PX = 128;
const NAME_MAX = 15;
const VALUE_PX = 84;

const short = (name: string): string => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name);

/** A row a variant, campaign or plan. */
export const GroupsChart = ({ data, what }: ConversionChartProps) => (
  <ResponsiveContainer width="100%" height={data.length * ROW_PX + AXIS_PX}>
    <BarChart layout="vertical" data={data} margin={{ top: 0, right: VALUE_PX, bottom: 0, left: 0 }} aria-label={chartName(what)}>
      <XAxis type="number" orientation="top" height={AXIS_PX} tickLine={false} axisLine={false} tickCount={3} tickFormatter={axisOf({ data, what })} />
      <YAxis type="category" dataKey="name" width={NAME_PX} interval={0} tickLine={false} axisLine={false} tickFormatter={short} tick={{ className: 'step-name', textAnchor: 'start', dx: 8 - NAME_PX }} />
      <Tooltip content={<RowTooltip />} cursor={{ className: 'row-cursor' }} />
      {bars({ what, maxBarSize: 24, radius: [0, 4, 4, 0], labelled: true })}
    </BarChart>
  </ResponsiveContainer>
);
