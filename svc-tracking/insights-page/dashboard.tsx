import { AnswersCard } from './charts/answers/answers-card.tsx';
import { ConversionCard } from './charts/conversion/conversion-card.tsx';
import { FunnelCard } from './charts/funnel/funnel-card.tsx';
import { Headline } from './charts/headline/headline.tsx';
import { LessonsCard } from './charts/lessons/lessons-card.tsx';
import { LiveCard } from './charts/live/live-card.tsx';
import { PageTimingCard } from './charts/page-timing/page-timing-card.tsx';
import { ReleasesCard } from './charts/releases/releases-card.tsx';
import { ViewsCard } from './charts/views/views-card.tsx';
import { OnClosed } from './data/use-chart.ts';
import { useNow } from './data/use-now.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { daysOf, useFilters } from './filters/filters.ts';
import { ExcludeBrowser } from './exclude-browser.tsx';

interface DashboardProps {
  readonly onClosed: () => void;
  readonly onSignOut: () => void;
}

export const Dashboard = ({ onClosed, onSignOut }: DashboardProps) => (
  <OnClosed value={onClosed}>
    <Charts onSignOut={onSignOut} />
  </OnClosed>
);

const Charts = ({ onSignOut }: Pick<DashboardProps, 'onSignOut'>) => {
  const [filters, change] = useFilters();
  const days = daysOf(filters, useNow());
  const shared = { filters, days } as const;
  return (
    <>
      <header className="top">
        <h1>Insights</h1>
        <button type="button" className="control" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <main>
        <FilterBar filters={filters} days={days} onChange={change} />
        <Headline {...shared} />
        <div className="pair">
          <ViewsCard {...shared} />
          <LiveCard />
        </div>
        <FunnelCard {...shared} />
        <PageTimingCard {...shared} />
        <ConversionCard {...shared} onChange={change} />
        <AnswersCard {...shared} />
        <LessonsCard {...shared} />
        <ReleasesCard {...shared} />
        <ExcludeBrowser />
      </main>
    </>
  );
};
