import { requestOf } from '../../data/chart-address.ts';
import { useChart } from '../../data/use-chart.ts';
import type { Filtered } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { formatTime } from '../../parts/format.ts';
import { FunnelChart } from './funnel-chart.tsx';
import { Losses } from './losses.tsx';
import './funnel.css';

/** Shows where visitors go on, where they leave, and how long they stay before doing either. */
export const FunnelCard = ({ filters, days }: Filtered) => {
  const request = requestOf('funnel', filters, days);
  const state = useChart(request);
  const asOf = state.result?.rows[0]?.as_of ?? null;
  return (
    <ChartCard
      title="Funnel"
      lead={
        <>
          Visits that reached each step, how many of them left there, and their median visible time.{' '}
          {asOf !== null && `As of ${formatTime(asOf, filters.zone)}.`}
        </>
      }
      request={request}
      state={state}
      empty="Nobody was in the funnel in these days. Choose other days or another variant."
      isEmpty={(rows) => rows.every(({ reached }) => reached === 0)}
      roomPx={1240}
    >
      {(rows) => (
        <>
          <Losses rows={rows} />
          <FunnelChart rows={rows} />
        </>
      )}
    </ChartCard>
  );
};
