import { CHARTS, type ChartName } from '@course/contracts';
import { requestOf } from '../../data/chart-address.ts';
import { type ChartState, useChart } from '../../data/use-chart.ts';
import type { Filtered } from '../../filters/filters.ts';
import { LoadFailure } from '../../parts/failure-note.tsx';
import { formatCents, formatCount, formatSeconds, formatShare } from '../../parts/format.ts';
import { type Money, totalsOf } from './totals.ts';
import './headline.css';

interface FigureProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly meaning: string;
  readonly state: Pick<ChartState<ChartName>, 'failure' | 'isLoading'>;
}

const Figure = ({ name, value, meaning, state: { failure, isLoading } }: FigureProps) => (
  <div className="figure" data-stale={isLoading && value !== undefined}>
    <dt>{name}</dt>
    <dd className="value">{value ?? (failure === undefined ? <span className="skeleton-text">…</span> : '–')}</dd>
    <dd className="meaning">{meaning}</dd>
  </div>
);

/** `currency` is that of no money at all. */
const net = (money: readonly Money[], currency: string | null): string =>
  money.length === 0
    ? formatCents(0, currency)
    : money.map((part) => formatCents(part.netCents, part.currency)).join(' + ');
const gross = (money: readonly Money[]): string =>
  money.map(({ grossCents, currency }) => formatCents(grossCents, currency)).join(' + ');

/** The key figures at the top of the page. */
export const Headline = ({ filters, days }: Filtered) => {
  const sales = useChart(requestOf('conversion', filters, days, { by: 'variant' }));
  const rows = sales.result?.rows;
  const totals = rows && totalsOf(rows);
  const quiz = useChart(requestOf('quiz-time', filters, days));
  const [quizTime] = quiz.result?.rows ?? [];
  const { conversion, net_cents: netCents } = CHARTS.conversion;
  return (
    <section className="headline" aria-label="At a glance" tabIndex={-1}>
      <LoadFailure state={sales} what="Visitors, conversion and revenue" />
      <LoadFailure state={quiz} what="The time in the quiz" />
      {/* Only the figures: screen readers may hold back what a busy region contains, such as the alerts. */}
      <dl aria-busy={sales.isLoading || quiz.isLoading}>
        <Figure
          name="Visitors"
          value={totals && formatCount(totals.visitors)}
          meaning="Visits that began in this time. Crawlers and the owner’s visits are left out."
          state={sales}
        />
        <Figure
          name="Conversion"
          value={totals && formatShare(totals.conversion)}
          meaning={
            totals
              ? `${formatCount(totals.buyers)} of ${formatCount(totals.visitors)} visitors bought, whenever they paid.`
              : conversion.meaning
          }
          state={sales}
        />
        <Figure
          name="Net revenue"
          value={totals && net(totals.money, rows[0]?.currency ?? null)}
          meaning={
            totals && totals.money.length > 0
              ? `${gross(totals.money)} gross less refunded. Sandbox orders are left out.`
              : netCents.meaning
          }
          state={sales}
        />
        <Figure
          name="Time in the quiz"
          value={quizTime && formatSeconds(quizTime.p50_seconds)}
          meaning={`Median of the visible time on the numbered questions, all together${quizTime ? `, of ${formatCount(quizTime.visitors)} visitors` : ''}.`}
          state={quiz}
        />
      </dl>
    </section>
  );
};
