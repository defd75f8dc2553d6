import { Dialog } from '@course/ui/dialog';
import type { ChartRow } from '@course/contracts';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ChartRequest, DaysQuery } from '../../data/chart-address.ts';
import { isByHour } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { formatCompact, formatCount, formatSeconds, formatTick } from '../../parts/format.ts';
import { TimingTrend } from './timing-trend.tsx';
import { rowIn, TooltipBox } from '../../parts/tooltip.tsx';

type Bin = ChartRow<'page-distribution'>;

const HEIGHT_PX = 260;

const BinTooltip = ({ payload }: { readonly payload?: readonly { readonly payload?: unknown }[] }) => {
  const bin = rowIn<Bin>(payload);
  if (!bin) return null;
  return (
    <TooltipBox
      title={`${formatSeconds(bin.from_seconds)} to ${formatSeconds(bin.to_seconds)}`}
      lines={[{ name: 'Views', value: formatCount(bin.views) }]}
    />
  );
};

interface DistributionDialogProps {
  readonly path: string;
  readonly request: ChartRequest<'page-distribution'>;
  readonly overTime: ChartRequest<'page-timing-over-time', DaysQuery>;
  readonly onClose: () => void;
}

/** Shows how the visible times of one page are distributed, and how they develop. */
export const DistributionDialog = ({ path, request, overTime, onClose }: DistributionDialogProps) => {
  return (
    <Dialog open onClose={onClose} title={`Time on ${path}`} closable size="large">
      <ChartCard
        title="Distribution"
        lead="Views by visible time. Each bar covers a longer span than the one before it, so that short and long views get the same space."
        request={request}
        empty="No view of this page has a known end."
        level={3}
      >
        {(rows) => (
          <figure>
            <ResponsiveContainer width="100%" height={HEIGHT_PX}>
              <BarChart
                data={[...rows]}
                margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
                barCategoryGap={1}
                aria-label={`Views of ${path} by visible seconds`}
              >
                <CartesianGrid vertical={false} className="grid" />
                <XAxis
                  dataKey="from_seconds"
                  tickLine={false}
                  tickMargin={6}
                  minTickGap={24}
                  tickFormatter={formatTick}
                />
                <YAxis
                  width={48}
                  tickLine={false}
                  axisLine={false}
                  allowDecimals={false}
                  tickFormatter={formatCompact}
                />
                <Tooltip content={<BinTooltip />} cursor={{ className: 'row-cursor' }} />
                <Bar dataKey="views" className="bar-trust" isAnimationActive={false} />
              </BarChart>
            </ResponsiveContainer>
          </figure>
        )}
      </ChartCard>
      <ChartCard
        title="Over time"
        lead="Median and p90 of the visible time of a view, by hour up to 3 days and by day beyond. A gap means that no view has a known end."
        request={overTime}
        empty="No view of this page has a known end."
        isEmpty={(rows) => rows.every(({ exits }) => exits === 0)}
        level={3}
      >
        {(rows, query) => <TimingTrend rows={rows} zone={query.zone} byHour={isByHour(query)} name={path} />}
      </ChartCard>
    </Dialog>
  );
};
