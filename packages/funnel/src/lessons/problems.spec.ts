import { describe, expect, it } from 'vitest';
import { CURRICULUM_DAYS } from '../curriculum.mjs';
import { lessonFileName } from './lesson-file.mjs';
import { contentProblems as problemsOf, type ContentFile } from './problems.mjs';

/** A word that no other lesson has. */
const word = (day: number, at: number): string => `w${day}x${at}`;
const words = (day: number, count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => word(day, from + at)).join(' ');

interface Draft {
  readonly front: Readonly<Record<string, unknown>>;
  readonly opening: string;
  readonly middle: string;
  readonly prompt: string;
  readonly exercise: string;
  readonly done: string;
}

const draftOf = (day: number): Draft => ({
  front: { day, week: Math.ceil(day / 7), title: `Idea ${day}`, minutes: 15, exercise: `Write ${day} lines.` },
  opening: words(day, 200),
  middle: `## ${day % 7 === 0 ? 'The week in three lines' : `Why ${word(day, 900)}`}\n${words(day, 150, 300)}`,
  prompt: `## A prompt to try\n\`\`\`text\nAct as [${word(day, 901)}].\n\`\`\``,
  exercise: `## Your exercise\n1. ${word(day, 902)}\n2. ${word(day, 903)}\n3. ${word(day, 904)}`,
  done: `## Done when\n- ${word(day, 905)}\n- ${word(day, 906)}`,
});

const textOf = ({ front, opening, middle, prompt, exercise, done }: Draft): string =>
  `---\n${Object.entries(front)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')}\n---\n${[opening, middle, prompt, exercise, done].filter(Boolean).join('\n\n')}\n`;

const fileOf = (day: number, change: Partial<Draft> = {}): ContentFile => ({
  name: lessonFileName(day),
  text: textOf({ ...draftOf(day), ...change }),
});

/** A short course, so that the many tests are quick. */
const DAYS = 8;
const WHOLE = Array.from({ length: DAYS }, (_, index) => fileOf(index + 1));
const contentProblems = (files: readonly ContentFile[]): string[] =>
  problemsOf(files, { days: DAYS, resources: new Set(['prompt-basics']) });

/** A whole course, with one lesson changed. */
const courseWith = (day = 5, change: Partial<Draft> = {}): ContentFile[] =>
  WHOLE.map((file, index) => (index + 1 === day ? fileOf(day, change) : file));

const front = (change: Readonly<Record<string, unknown>>): Partial<Draft> => ({
  front: { ...draftOf(5).front, ...change },
});
const opening = (text: string): Partial<Draft> => ({ opening: `${text} ${words(5, 200)}` });

describe('the check of the lessons', () => {
  it('accepts a complete course', () => {
    expect(problemsOf(Array.from({ length: CURRICULUM_DAYS }, (_, index) => fileOf(index + 1)))).toEqual([]);
  });

  it('expects every day of the curriculum', () => {
    expect(problemsOf(courseWith())).toEqual(
      Array.from({ length: CURRICULUM_DAYS - DAYS }, (_, index) => `${lessonFileName(DAYS + index + 1)}: is missing`),
    );
  });

  it('reports a missing day', () => {
    expect(contentProblems(courseWith().filter(({ name }) => name !== 'day-05.md'))).toEqual(['day-05.md: is missing']);
  });

  it("refuses a file whose name is not a lesson's", () => {
    expect(
      contentProblems([
        ...courseWith(),
        { ...fileOf(5, { front: { ...draftOf(5).front, title: 'X' } }), name: 'day-5 copy.md' },
      ]),
    ).toContain("day-5 copy.md: is not a lesson's file name, such as day-01.md");
  });

  it.each<[string, Partial<Draft>, string]>([
    ['a day twice', front({ day: 4, week: 1 }), 'day-05.md: has the day of day-04.md: 4'],
    ['a day in another file', front({ day: 4, week: 1 }), 'day-05.md: says day 4, which belongs in day-04.md'],
    ['a wrong week', front({ week: 2 }), 'day-05.md: says week 2, but day 5 is in week 1'],
    ['no title', { front: { day: 5, week: 1, minutes: 15, exercise: 'E.' } }, 'day-05.md: front matter: title: '],
    ['minutes in words', front({ minutes: 'ten' }), 'day-05.md: front matter: minutes: '],
    ['an unknown field', front({ author: 'Eve' }), 'day-05.md: front matter: Unrecognized key'],
    ['a long title', front({ title: 'a'.repeat(51) }), 'day-05.md: has a title of 51 letters; 50 fit'],
    ['a long exercise', front({ exercise: 'a'.repeat(141) }), 'day-05.md: has an exercise of 141 letters; 140 fit'],
    ['a title of another lesson', front({ title: 'IDEA 4' }), 'day-05.md: has the title of day-04.md: IDEA 4'],
    [
      'an exercise of another lesson',
      front({ exercise: 'Write 4 lines.' }),
      'day-05.md: has the exercise of day-04.md: Write 4 lines.',
    ],
    ['9 minutes', front({ minutes: 9 }), 'day-05.md: takes 9 minutes instead of 10 to 20'],
    ['21 minutes', front({ minutes: 21 }), 'day-05.md: takes 21 minutes instead of 10 to 20'],
    ['too few words', { opening: words(5, 50) }, 'words instead of 300 to 600'],
    [
      'too many words',
      { opening: words(5, 290), middle: `## Why\n${words(5, 300, 300)}` },
      'words instead of 300 to 600',
    ],
    [
      'no prompt heading',
      { prompt: '' },
      'day-05.md: does not end with the headings A prompt to try, Your exercise, Done when',
    ],
    [
      'headings in another order',
      { exercise: draftOf(5).done, done: draftOf(5).exercise },
      'day-05.md: does not end with the headings',
    ],
    [
      'a heading after the last',
      { done: `${draftOf(5).done}\n\n## More\nText` },
      'day-05.md: does not end with the headings',
    ],
    ['no heading of its own', { middle: words(5, 150, 300) }, 'day-05.md: has no heading of its own before the prompt'],
    ['a heading first', { opening: `## Start\n${words(5, 200)}` }, 'day-05.md: begins with a heading'],
    ['a heading of another size', opening(`${word(5, 1)}\n\n### Small\n\n`), 'day-05.md: has a heading that is not ##'],
    ['a prompt that cannot be copied', { prompt: '## A prompt to try\nSay hello.' }, 'day-05.md: has no prompt in ```'],
    [
      'two steps',
      { exercise: '## Your exercise\n1. a\n2. b' },
      'day-05.md: has 2 numbered steps below "Your exercise" instead of 3 to 6',
    ],
    ['one outcome', { done: '## Done when\n- a' }, 'day-05.md: has 1 outcomes below "Done when" instead of 2 to 4'],
    ['an empty note', front({ unverified: '' }), 'day-05.md: front matter: unverified: must have 1 to 1000 letters'],
    ['HTML', opening('<b>bold</b>'), 'day-05.md: has HTML'],
    ['a comment', opening('<!-- todo -->'), 'day-05.md: has HTML'],
    ['an image', opening('![a](day-04.md)'), 'day-05.md: has an image'],
    [
      'a link to a resource that is not there',
      opening('[Cheat sheet: gone](resource:gone)'),
      'day-05.md: links to the resource gone, which is not in content/resources',
    ],
    [
      'a link to a lesson that is not there',
      opening('[a](day-99.md)'),
      'day-05.md: links to day-99.md, which is not there',
    ],
    [
      'a link in a reference that is not there',
      { middle: `${draftOf(5).middle}\n\n[a]: day-98.md` },
      'day-05.md: links to day-98.md, which is not there',
    ],
    [
      'a link to elsewhere',
      opening('[a](https://example.com)'),
      'day-05.md: links to https://example.com: links to elsewhere rot',
    ],
    [
      'a bare address',
      opening('see https://example.com/x now'),
      'day-05.md: links to https://example.com/x: links to elsewhere rot',
    ],
    ['a passage of another lesson', opening(words(4, 8)), `day-05.md: repeats day-04.md: "${words(4, 8)}"`],
    [
      'a passage with other case and punctuation',
      opening(`**${words(4, 4).toUpperCase()}**, ${words(4, 4, 4)}!`),
      'day-05.md: repeats day-04.md',
    ],
  ])('refuses %s', (_case, change, problem) => {
    expect(contentProblems(courseWith(5, change)).join('\n')).toContain(problem);
  });

  it('refuses a seventh day that does not look back at its week', () => {
    const problems = contentProblems(courseWith(7, { middle: `## Why\n${words(7, 150, 300)}` }));
    expect(problems).toEqual(['day-07.md: closes a week without the heading The week in three lines']);
  });

  it('refuses a lesson that repeats another one with single words changed', () => {
    const reworded = Array.from({ length: 200 }, (_, at) => (at % 7 === 6 ? `new${at}` : word(4, at))).join(' ');
    const problems = contentProblems(courseWith(5, { opening: reworded }));
    expect(problems).toEqual([expect.stringMatching(/^day-05\.md: is too similar to day-04\.md \(\d\d% in common\)$/)]);
  });

  it.each<[string, Partial<Draft>]>([
    ['notes for the owner', front({ sources: 'WCAG 2.2', unverified: 'The share of readers.' })],
    ['a link to a lesson that is there', opening('[a](day-04.md#why)')],
    ['a link to a resource that is there', opening('[Cheat sheet: basics](resource:prompt-basics)')],
    [
      'angles in a prompt',
      { prompt: `## A prompt to try\n\`\`\`text\n<b>${word(5, 901)}</b> https://example.com\n\`\`\`` },
    ],
    ['code in the text', opening('`<table>` and `=A1<B1`')],
    ['comparisons', opening('when a < b and c > d')],
    ['seven equal words', opening(`${words(4, 7)}, ${word(5, 999)}`)],
  ])('accepts %s', (_case, change) => {
    expect(contentProblems(courseWith(5, change))).toEqual([]);
  });

  it('reports all problems at once', () => {
    expect(
      contentProblems(courseWith(5, { ...front({ minutes: 9, week: 3 }), exercise: '' })).length,
    ).toBeGreaterThanOrEqual(3);
  });
});
