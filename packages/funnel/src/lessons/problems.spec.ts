import { describe, expect, it } from 'vitest';
import type { ContentFile } from './lesson-file.mjs';
import { contentProblems as problemsOf } from './problems.mjs';

/** Returns a word that no other lesson has. */
const word = (day: number, index: number): string => `w${day}x${index}`;
const words = (day: number, count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => word(day, from + index)).join(' ');

const fileName = (day: number): string => `day-${String(day).padStart(2, '0')}.md`;

interface Draft {
  readonly front: Readonly<Record<string, unknown>>;
  readonly opening: string;
  readonly middle: string;
  readonly prompt: string;
  readonly exercise: string;
  readonly done: string;
  readonly short: string;
  readonly stretch: string;
}

const draftOf = (day: number): Draft => ({
  front: {
    title: `Idea ${day}`,
    area: 'general',
    level: 'core',
    minutes: 15,
    exercise: `Write ${day} lines.`,
    takeaway: `Keep ${day} in mind.`,
  },
  opening: words(day, 200),
  middle: `## Why ${word(day, 900)}\n${words(day, 150, 300)}`,
  prompt: `## A prompt to try\n\`\`\`text\nAct as [${word(day, 901)}].\n\`\`\``,
  exercise: `## Your exercise\n1. ${word(day, 902)}\n2. ${word(day, 903)}\n3. ${word(day, 904)}`,
  done: `## Done when\n- ${word(day, 905)}\n- ${word(day, 906)}`,
  short: `## In five minutes\n${words(day, 50, 500)}`,
  stretch: `## Going further\n${words(day, 40, 600)}`,
});

const textOf = ({ front, opening, middle, prompt, exercise, done, short, stretch }: Draft): string =>
  `---\n${Object.entries(front)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')}\n---\n${[opening, middle, prompt, exercise, done, short, stretch].filter(Boolean).join('\n\n')}\n`;

const fileOf = (day: number, change: Partial<Draft> = {}): ContentFile => ({
  name: fileName(day),
  text: textOf({ ...draftOf(day), ...change }),
});

/** A short course, to keep the many tests fast. */
const DAYS = 8;
const WHOLE = Array.from({ length: DAYS }, (_, index) => fileOf(index + 1));
const contentProblems = (files: readonly ContentFile[]): string[] =>
  problemsOf(files, { plans: false, resources: new Set(['prompt-basics']) });

/** The course with one lesson changed. */
const courseWith = (day = 5, change: Partial<Draft> = {}): ContentFile[] =>
  WHOLE.map((file, index) => (index + 1 === day ? fileOf(day, change) : file));

const front = (change: Readonly<Record<string, unknown>>): Partial<Draft> => ({
  front: { ...draftOf(5).front, ...change },
});
const opening = (text: string): Partial<Draft> => ({ opening: `${text} ${words(5, 200)}` });

describe('the check of the lessons', () => {
  it('accepts complete lessons', () => {
    expect(contentProblems(WHOLE)).toEqual([]);
  });

  it('reports what is missing for complete plans', () => {
    expect(problemsOf(WHOLE)).toEqual(
      expect.arrayContaining([
        'lessons: a plan can use only 8 of them; the longest has 84',
        'lessons: none has the role finish',
        'lessons: 0 are for goal:career-change; at least 4 are required',
      ]),
    );
  });

  it("rejects a file name that is not a lesson's", () => {
    expect(contentProblems([...courseWith(), { ...fileOf(9), name: 'day-5 copy.md' }])).toContain(
      "day-5 copy.md: is not a lesson's file name, such as deep-research.md",
    );
  });

  it.each<[string, Partial<Draft>, string]>([
    ['no title', front({ title: '' }), 'day-05.md: front matter: title: '],
    ['no area', front({ area: '' }), 'day-05.md: front matter: area: (empty) is not one of general, writing'],
    [
      'an unknown level',
      front({ level: 'easy' }),
      'day-05.md: front matter: level: easy is not one of basic, core, deep',
    ],
    [
      'an unknown role',
      front({ role: 'start hero' }),
      'day-05.md: front matter: role: hero is not one of start, safety',
    ],
    ['a tag that no answer has', front({ for: 'goal:fame' }), 'day-05.md: front matter: for: goal:fame is not one of'],
    ['a long takeaway', front({ takeaway: 'a'.repeat(121) }), 'takeaway: must have 1 to 120 letters'],
    ['a need that does not exist', front({ needs: 'day-04 day-99' }), 'day-05.md: needs day-99, which does not exist'],
    ['a lesson that needs itself', front({ needs: 'day-05' }), 'day-05.md: needs itself'],
    ['a day', front({ day: 5 }), 'day-05.md: front matter: Unrecognized key: day'],
    ['minutes in words', front({ minutes: 'ten' }), 'day-05.md: front matter: minutes: '],
    ['an unknown field', front({ author: 'Eve' }), 'day-05.md: front matter: Unrecognized key'],
    ['a long title', front({ title: 'a'.repeat(51) }), 'day-05.md: has a title of 51 letters; 50 fit'],
    ['a long exercise', front({ exercise: 'a'.repeat(141) }), 'day-05.md: has an exercise of 141 letters; 140 fit'],
    ['a title of another lesson', front({ title: 'IDEA 4' }), 'day-05.md: has the same title as day-04.md: IDEA 4'],
    [
      'an exercise of another lesson',
      front({ exercise: 'Write 4 lines.' }),
      'day-05.md: has the same exercise as day-04.md: Write 4 lines.',
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
      'day-05.md: does not end with the headings A prompt to try, Your exercise, Done when, In five minutes, Going further',
    ],
    [
      'headings in another order',
      { exercise: draftOf(5).done, done: draftOf(5).exercise },
      'day-05.md: does not end with the headings',
    ],
    [
      'a heading after the last',
      { stretch: `${draftOf(5).stretch}\n\n## More\nText` },
      'day-05.md: does not end with the headings',
    ],
    ['no heading of its own', { middle: words(5, 150, 300) }, 'day-05.md: has no heading of its own before the prompt'],
    ['a heading first', { opening: `## Start\n${words(5, 200)}` }, 'day-05.md: begins with a heading'],
    [
      'a heading of another level',
      opening(`${word(5, 1)}\n\n### Small\n\n`),
      'day-05.md: has a heading that is not ##',
    ],
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
      'a link to a resource that does not exist',
      opening('[Cheat sheet: gone](resource:gone)'),
      'day-05.md: links to the resource gone, which is not in content/resources',
    ],
    [
      'a link to a lesson that does not exist',
      opening('[a](day-99.md)'),
      'day-05.md: links to day-99.md, which does not exist',
    ],
    [
      'a reference link to a lesson that does not exist',
      { middle: `${draftOf(5).middle}\n\n[a]: day-98.md` },
      'day-05.md: links to day-98.md, which does not exist',
    ],
    [
      'an external link',
      opening('[a](https://example.com)'),
      'day-05.md: links to https://example.com: external links break over time',
    ],
    [
      'a bare address',
      opening('see https://example.com/x now'),
      'day-05.md: links to https://example.com/x: external links break over time',
    ],
    ['a passage of another lesson', opening(words(4, 8)), `day-05.md: repeats day-04.md: "${words(4, 8)}"`],
    [
      'a passage of another lesson with different case and punctuation',
      opening(`**${words(4, 4).toUpperCase()}**, ${words(4, 4, 4)}!`),
      'day-05.md: repeats day-04.md',
    ],
  ])('rejects %s', (_case, change, problem) => {
    expect(contentProblems(courseWith(5, change)).join('\n')).toContain(problem);
  });

  it.each([
    [
      'a short version of a few words',
      { short: '## In five minutes\nJust do it.' },
      'has 3 words below "In five minutes"',
    ],
    ['a long stretch', { stretch: `## Going further\n${words(5, 81, 600)}` }, 'has 81 words below "Going further"'],
    ['no short version', { short: '' }, 'does not end with the headings'],
    [
      'a reference to the next lesson',
      opening('More in the next lesson.'),
      'refers to its position by "the next lesson"',
    ],
    ["a reference to yesterday's lesson", opening("As in yesterday's lesson,"), 'refers to its position by'],
    [
      'a reference to a place in the course',
      opening('On day 3 of the course you'),
      'refers to its position by "day 3 of the course"',
    ],
  ])('rejects %s', (_case, change, problem) => {
    expect(contentProblems(courseWith(5, change)).join('\n')).toContain(problem);
  });

  it('rejects lessons that need each other', () => {
    const files = courseWith(5, front({ needs: 'day-06' })).map((file, index) =>
      index === 5 ? fileOf(6, { front: { ...draftOf(6).front, needs: 'day-05' } }) : file,
    );
    expect(contentProblems(files)).toEqual([
      'day-05.md: needs itself, directly or indirectly',
      'day-06.md: needs itself, directly or indirectly',
    ]);
  });

  it('rejects a lesson that repeats another one with some words changed', () => {
    const reworded = Array.from({ length: 200 }, (_, index) => (index % 7 === 6 ? `new${index}` : word(4, index))).join(
      ' ',
    );
    const problems = contentProblems(courseWith(5, { opening: reworded }));
    expect(problems).toEqual([expect.stringMatching(/^day-05\.md: is too similar to day-04\.md \(\d\d% in common\)$/)]);
  });

  it.each<[string, Partial<Draft>]>([
    ['notes for the owner', front({ sources: 'WCAG 2.2', unverified: 'The share of readers.' })],
    ['a link to an existing lesson', opening('[a](day-04.md#why)')],
    ['a link to an existing resource', opening('[Cheat sheet: basics](resource:prompt-basics)')],
    [
      'angle brackets in a prompt',
      { prompt: `## A prompt to try\n\`\`\`text\n<b>${word(5, 901)}</b> https://example.com\n\`\`\`` },
    ],
    ['code in the text', opening('`<table>` and `=A1<B1`')],
    ['comparisons', opening('when a < b and c > d')],
    ['an existing need', front({ needs: 'day-04', for: 'goal:career-change setup', role: 'project finish' })],
    ['tomorrow in an example', opening('Can you send it tomorrow?')],
    [
      'a link to a resource that another lesson links to',
      opening('[Cheat sheet: a b c d e f g h](resource:prompt-basics)'),
    ],
    ['seven words in common', opening(`${words(4, 7)}, ${word(5, 999)}`)],
  ])('accepts %s', (_case, change) => {
    expect(contentProblems(courseWith(5, change))).toEqual([]);
  });

  it('reports all problems at once', () => {
    expect(
      contentProblems(courseWith(5, { ...front({ minutes: 9, title: 'IDEA 4' }), exercise: '' })).length,
    ).toBeGreaterThanOrEqual(3);
  });
});
