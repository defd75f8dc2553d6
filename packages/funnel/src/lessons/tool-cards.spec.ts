import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  CARD_PARTS,
  includeProblems,
  overdueCards,
  parseToolCard,
  readToolCards,
  withToolCards,
} from './tool-cards.mjs';

const FRONT = { name: 'Quill', reviewed: '2026-11-22', 'review-by': '2027-02-22' };
const PARTS = CARD_PARTS.map((part) => `## ${part}\n${part} of it,\nin two lines.`).join('\n\n');

const textOf = (front: Readonly<Record<string, string>> = FRONT, body = PARTS): string =>
  `---\n${Object.entries(front)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n${body}\n`;

const cardFile = (name: string, reviewed = '2026-11-22') => ({
  file: `tools/${name.toLowerCase()}.md`,
  card: parseToolCard(textOf({ ...FRONT, name, reviewed, 'review-by': '2027-02-20' })),
});
const CARDS = [cardFile('Quill'), cardFile('Inkwell', '2026-11-20')];

describe('a tool card', () => {
  it('is parsed from its file, each part as one line', () => {
    expect(parseToolCard(textOf({ ...FRONT, unverified: 'The menus.' }))).toMatchObject({
      name: 'Quill',
      reviewed: '2026-11-22',
      reviewBy: '2027-02-22',
      unverified: 'The menus.',
      parts: { Voice: 'Voice of it, in two lines.' },
    });
  });

  it.each<[string, string, string]>([
    ['no date', textOf({ ...FRONT, reviewed: 'yesterday' }), 'reviewed: must be a date'],
    ['a day that does not exist', textOf({ ...FRONT, reviewed: '2026-02-30' }), 'reviewed: must be a date'],
    [
      'a review after 93 days',
      textOf({ ...FRONT, 'review-by': '2027-02-23' }),
      'review-by: must be 1 to 92 days after',
    ],
    ['a review before it', textOf({ ...FRONT, 'review-by': '2026-11-22' }), 'review-by: must be 1 to 92 days after'],
    ['an unknown field', textOf({ ...FRONT, price: '20' }), 'Unrecognized key: price'],
    ['a part without text', textOf(FRONT, PARTS.replace(/## Voice\n.*\n.*/, '## Voice')), 'has no text below ## Voice'],
    ['an unknown part', textOf(FRONT, `${PARTS}\n\n## Price\n20`), 'has an unknown heading: Price'],
  ])('is rejected with %s', (_case, text, problem) => {
    expect(() => parseToolCard(text)).toThrow(problem);
  });

  it('is overdue on the day after its review date', () => {
    expect(overdueCards(CARDS, new Date('2027-02-20T23:59:59Z'))).toEqual([]);
    expect(overdueCards(CARDS, new Date('2027-02-21T00:00:00Z'))).toHaveLength(2);
  });
});

describe('a folder of tool cards', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'cards-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('may be missing', () => {
    expect(readToolCards(dir)).toEqual({ cards: [], problems: [] });
  });

  it('is read in the order of file names, with a problem for each invalid file', () => {
    mkdirSync(path.join(dir, 'tools'));
    writeFileSync(path.join(dir, 'tools/b.md'), textOf());
    writeFileSync(path.join(dir, 'tools/a.md'), textOf({ ...FRONT, name: 'Inkwell' }));
    writeFileSync(path.join(dir, 'tools/c.md'), 'no front matter');
    const { cards, problems } = readToolCards(dir);
    expect(cards.map(({ card }) => card.name)).toEqual(['Inkwell', 'Quill']);
    expect(problems).toEqual([{ file: 'tools/c.md', problem: expect.stringContaining('no front matter') as string }]);
  });
});

describe('a line of tool cards in a lesson', () => {
  it('becomes a list of the texts of all cards, with the oldest review date', () => {
    expect(withToolCards('Before.\n\n{{Tool cards: Voice}}\n\nAfter.', CARDS)).toBe(
      [
        'Before.',
        '',
        '- **Quill:** Voice of it, in two lines.',
        '- **Inkwell:** Voice of it, in two lines.',
        '',
        '*Written down on 20 November 2026. Menus move: if a word is gone, look for one that means the same.*',
        '',
        'After.',
      ].join('\n'),
    );
  });

  it('can be limited to some cards', () => {
    const text = withToolCards('{{Tool cards: Voice | Inkwell}}', CARDS);
    expect(text).toContain('Inkwell');
    expect(text).not.toContain('Quill');
  });

  it('is removed if there are no cards', () => {
    expect(withToolCards('Before.\n\n{{Tool cards: Voice}}\n\nAfter.', [])).toBe('Before.\n\n\n\nAfter.');
  });

  it.each([
    ['{{Tool cards: Voice}}', []],
    ['{{Tool cards: Voice | Quill, Inkwell}}', []],
    ['{{Tool cards: Price}}', ['day-05.md: includes Price, which no tool card has']],
    ['{{Tool cards: Voice | Pencil}}', ['day-05.md: mentions the tool card Pencil, which does not exist']],
    ['See {{Tool cards: Voice}} here.', ['day-05.md: has {{ that starts neither a tool cards line nor a picture line']],
    ['{{Picture: one-sale}}', []],
    ['See {{Picture: one-sale}}.', ['day-05.md: has {{ that starts neither a tool cards line nor a picture line']],
  ])('is checked: %s', (text, problems) => {
    expect(includeProblems([{ name: 'day-05.md', text }], CARDS)).toEqual(problems);
  });
});
