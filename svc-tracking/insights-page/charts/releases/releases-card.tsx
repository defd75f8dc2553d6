import { requestOf } from '../../data/chart-address.ts';
import type { Filtered } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { ReleasesTable } from './releases-table.tsx';

/** Shows the figures of visits to each release of each remote. */
export const ReleasesCard = ({ filters, days }: Filtered) => {
  const request = requestOf('releases', filters, days);
  return (
    <ChartCard
      title="Releases"
      lead="Visits by the release on which they saw a remote first: errors that their browsers reported, how they went on, and web vitals at the 75th percentile; below those, smaller, the share of visits in which they were poor. Previews are left out."
      request={request}
      empty="No visits with a known release in this period. Choose other days or another variant."
      roomPx={320}
    >
      {(rows) => <ReleasesTable rows={rows} />}
    </ChartCard>
  );
};
