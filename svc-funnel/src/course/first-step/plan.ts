import { curriculumDayAt, WEEKS, weekOrderFor } from '@course/funnel';

/** A visitor's answers by question. */
export type Answers = Readonly<Record<string, string>>;

/** What the first step shows of a visitor's course. */
export interface FirstStepPlan {
  /** Lesson 1, as the lesson store knows it. */
  readonly firstLesson: number;
  /** Titles of the weeks, in the visitor's order. */
  readonly weeks: readonly string[];
}

const areasIn = (answer: string | undefined): string[] => {
  try {
    const areas: unknown = JSON.parse(answer ?? '[]');
    return Array.isArray(areas) ? areas.filter((area) => typeof area === 'string') : [];
  } catch {
    return [];
  }
};

/** The course as an order of this visitor would begin now. */
export function firstStepPlan(answers: Answers): FirstStepPlan {
  const order = weekOrderFor(areasIn(answers['q15']));
  const titles = new Map(WEEKS.map(({ week, title }) => [week, title]));
  return {
    firstLesson: curriculumDayAt(1, order),
    weeks: order.flatMap((week) => titles.get(week) ?? []),
  };
}
