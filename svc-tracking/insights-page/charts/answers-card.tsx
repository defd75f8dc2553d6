import type { ChartRow } from '@course/contracts';
import { requestOf } from '../data/chart-address.ts';
import { useChart } from '../data/use-chart.ts';
import type { Days, Filters } from '../filters/filters.ts';
import { ChartCard } from '../parts/chart-card.tsx';
import { formatCount, formatShare } from '../parts/format.ts';
import { DataBars } from './data-bars.tsx';

interface AnswersCardProps {
  readonly filters: Filters;
  readonly days: Days;
  /** For the questions' titles. */
  readonly steps: readonly ChartRow<'funnel'>[];
}

const byQuestion = (rows: readonly ChartRow<'answers'>[]): readonly (readonly [string, readonly ChartRow<'answers'>[]])[] => {
  const questions = [...new Set(rows.map((row) => row.question_key))];
  return questions.map((key) => [key, rows.filter((row) => row.question_key === key)]);
};

const titleOf = (key: string, steps: readonly ChartRow<'funnel'>[]): string | null => steps.find((step) => step.question_key === key)?.title ?? null;

/** What visitors answered, question by question. */
export const AnswersCard = ({ filters, days, steps }: AnswersCardProps) => {
  const request = requestOf('answers', filters, days);
  return (
    <ChartCard
      title="Answers"
      lead="What visitors chose, as a share of those who answered the question. Where several may be chosen, shares add up to more than 100%. A question that no live release asks is marked as not declared."
      request={request}
      state={useChart(request)}
      zone={filters.zone}
      empty="Nothing was answered in these days. Choose other days or another variant."
      roomPx={1500}
    >
      {(rows) => (
        <div className="questions">
          {byQuestion(rows).map(([key, answers]) => (
            <section key={key} aria-label={`Answers to ${key}`}>
              <h3><span className="key">{key}</span> {titleOf(key, steps)}{answers[0]?.declared === false && <span className="undeclared">not declared</span>}</h3>
              <DataBars
                most={1}
                bars={answers.map((row) => ({ name: row.answer_value, value: row.share ?? 0, text: `${formatShare(row.share)} · ${formatCount(row.answers)}` }))}
              />
            </section>
          ))}
        </div>
      )}
    </ChartCard>
  );
};
