import { CHARTS } from '@course/contracts';
import { requestOf } from '../../data/chart-address.ts';
import { useChart } from '../../data/use-chart.ts';
import type { Filtered } from '../../filters/filters.ts';
import { FailureNote } from '../../parts/chart-card.tsx';
import { formatCents, formatCount, formatSeconds, formatShare } from '../../parts/format.ts';
import { type Money, totalsOf } from './totals.ts';
import './headline.css';

interface FigureProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly meaning: string;
}

const Figure = ({ name, value, meaning }: FigureProps) => (
  <div className="figure">
    <dt>{name}</dt>
    <dd className="value">{value ?? <span className="skeleton-text">…</span>}</dd>
    <dd className="meaning">{meaning}</dd>
  </div>
);

const net = (money: readonly Money[]): string =>
  money.length === 0
    ? formatCents(0, 'usd')
    : money.map(({ netCents, currency }) => formatCents(netCents, currency)).join(' + ');
const gross = (money: readonly Money[]): string =>
  money.map(({ grossCents, currency }) => formatCents(grossCents, currency)).join(' + ');

/** The key figures at the top of the page. */
export const Headline = ({ filters, days }: Filtered) => {
  const sales = useChart<'conversion'>(requestOf('conversion', filters, days, { by: 'variant' }));
  const { answer, failure, isLoading, reload } = sales;
  const totals = answer && totalsOf(answer.rows);
  const quiz = useChart<'quiz-time'>(requestOf('quiz-time', filters, days));
  const [quizTime] = quiz.answer?.rows ?? [];
  const { conversion, net_cents: netCents } = CHARTS.conversion;
  if (failure !== undefined && !isLoading) return <FailureNote message={failure} onRetry={reload} />;
  return (
    <section className="headline" aria-label="At a glance">
      <dl>
        <Figure
          name="Visitors"
          value={totals && formatCount(totals.visitors)}
          meaning="Visits that began in this time. Crawlers and the owner’s visits are left out."
        />
        <Figure
          name="Conversion"
          value={totals && formatShare(totals.conversion)}
          meaning={
            totals
              ? `${formatCount(totals.buyers)} of ${formatCount(totals.visitors)} visitors bought, whenever they paid.`
              : conversion.meaning
          }
        />
        <Figure
          name="Net revenue"
          value={totals && net(totals.money)}
          meaning={
            totals && totals.money.length > 0
              ? `${gross(totals.money)} gross less refunded. Sandbox orders are left out.`
              : netCents.meaning
          }
        />
        <Figure
          name="Time in the quiz"
          value={quiz.failure === undefined ? quizTime && formatSeconds(quizTime.p50_seconds) : formatSeconds(null)}
          meaning={`Median of the visible time on the numbered questions, all together${quizTime ? `, of ${formatCount(quizTime.visitors)} visitors` : ''}.`}
        />
      </dl>
    </section>
  );
};
