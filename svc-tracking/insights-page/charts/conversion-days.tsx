import { BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatTime } from '../parts/format.ts';
import { axisOf, bars, BarValues, chartName, RowTooltip, type ConversionChartProps } from './conversion-marks.tsx';

const HEIGHT_PX = 240;

/** Until the days are there, what was shown before has other keys. */
const dayText = (key: string): string => (Number.isNaN(Date.parse(key)) ? key : formatTime(key, 'UTC', 'day'));

/** A bar a day. */
export const DaysChart = ({ data, what }: ConversionChartProps) => (
  <ResponsiveContainer width="100%" height={HEIGHT_PX}>
    <BarChart
      data={data}
      margin={{ top: 36, right: 8, bottom: 0, left: 0 }}
      barCategoryGap="15%"
      aria-label={`${chartName(what)}, by day`}
    >
      <CartesianGrid vertical={false} className="grid" />
      <XAxis
        dataKey="name"
        tickLine={false}
        tickMargin={6}
        interval="equidistantPreserveStart"
        minTickGap={16}
        tickFormatter={dayText}
      />
      <YAxis width={52} tickLine={false} axisLine={false} tickCount={4} tickFormatter={axisOf({ data, what })} />
      <Tooltip content={<RowTooltip />} cursor={{ className: 'row-cursor' }} />
      {bars({ what })}
      <BarValues data={data} what={what} />
    </BarChart>
  </ResponsiveContainer>
);
