import type { ChartRow } from '@course/contracts';
import { requestOf } from '../../data/chart-address.ts';
import { useChart } from '../../data/use-chart.ts';
import type { Filtered } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { LoadFailure } from '../../parts/failure-note.tsx';
import { formatCount, formatPart } from '../../parts/format.ts';
import { labelOf, questionOf } from './answer-label.ts';
import { DataBars, type DataBar } from '../../parts/data-bars.tsx';
import './answers.css';

const questionsIn = (rows: readonly ChartRow<'answers'>[]): readonly string[] => [
  ...new Set(rows.map((row) => row.question_key)),
];

/** Limits questions with free text, which may have any number of different answers. */
const OPTIONS_SHOWN = 12;
const QUESTIONS_SHOWN = 40;

const respondentsOf = ({ answers, share }: ChartRow<'answers'>): number =>
  share ? Math.round(answers / share) : answers;

const QUESTIONS = { chart: 'questions', query: {} } as const;

const barOf = (row: ChartRow<'answers'>, options: readonly ChartRow<'questions'>[]): DataBar => ({
  name: labelOf(options, row.question_key, row.answer_value),
  value: row.share ?? 0,
  text: formatPart(row.answers, respondentsOf(row)),
});

/** Shows what visitors answered, question by question. */
export const AnswersCard = ({ filters, days }: Filtered) => {
  const options = useChart<'questions'>(QUESTIONS);
  const request = requestOf('answers', filters, days);
  return (
    <ChartCard
      title="Answers"
      lead="What visitors chose, of those who answered the question. The table has the answers as they are stored. Where several may be chosen, shares add up to more than 100%. A question that no live release asks is marked as not declared."
      request={request}
      empty="Nothing was answered in these days. Choose other days or another variant."
      roomPx={1500}
    >
      {(rows) => (
        <>
          <LoadFailure state={options} what="The texts of questions and options" />
          <Questions rows={rows} options={options.result?.rows ?? []} />
        </>
      )}
    </ChartCard>
  );
};

const Questions = ({
  rows,
  options,
}: {
  readonly rows: readonly ChartRow<'answers'>[];
  readonly options: readonly ChartRow<'questions'>[];
}) => {
  const questions = questionsIn(rows);
  return (
    <>
      <div className="questions">
        {questions.slice(0, QUESTIONS_SHOWN).map((key) => {
          const answers = rows.filter((row) => row.question_key === key);
          return (
            <section key={key} aria-label={`Answers to ${key}`}>
              <h3>
                <span className="key">{key}</span> {questionOf(options, key)}
                {answers[0]?.declared === false && <span className="undeclared">not declared</span>}
              </h3>
              <DataBars max={1} bars={answers.slice(0, OPTIONS_SHOWN).map((row) => barOf(row, options))} />
              {answers.length > OPTIONS_SHOWN && (
                <p className="lead">And {formatCount(answers.length - OPTIONS_SHOWN)} more in the table.</p>
              )}
            </section>
          );
        })}
      </div>
      {questions.length > QUESTIONS_SHOWN && (
        <p className="lead">And {formatCount(questions.length - QUESTIONS_SHOWN)} more questions in the table.</p>
      )}
    </>
  );
};
