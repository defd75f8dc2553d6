import type { ResourceHead } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { buildIndex, EVERYTHING, searchIn } from './search.ts';

const aResource = (change: Partial<ResourceHead>): ResourceHead => ({
  slug: 'x',
  kind: 'cheat-sheet',
  title: 'X',
  summary: 'Y.',
  area: 'general',
  level: 'start',
  minutes: 5,
  topics: [],
  ...change,
});

const LIST = [
  aResource({ slug: 'cv', title: 'Résumé lines', area: 'writing', summary: 'Duties become results.' }),
  aResource({
    slug: 'minutes',
    title: 'Minutes people read',
    kind: 'template',
    area: 'business',
    topics: ['Recording?'],
  }),
  aResource({
    slug: 'prompts-meetings',
    title: 'Prompts for meetings',
    kind: 'prompts',
    area: 'business',
    topics: ['Agenda as questions', "Say what wasn't said", 'Minutes from notes'],
  }),
];
const found = (text: string, change: Partial<typeof EVERYTHING> = {}): string[] =>
  searchIn(buildIndex(LIST), { ...EVERYTHING, ...change, text }).map(({ resource }) => resource.slug);

describe('the library search', () => {
  it.each([
    ['', ['cv', 'minutes', 'prompts-meetings']],
    ['   ', ['cv', 'minutes', 'prompts-meetings']],
    ['resume', ['cv']],
    ['RÉSU', ['cv']],
    ['minutes', ['minutes', 'prompts-meetings']],
    ['wasnt', ['prompts-meetings']],
    ['minutes notes', ['prompts-meetings']],
    ['business template', ['minutes']],
    ['inutes', []],
    ['nowhere', []],
    ['(?+*', ['cv', 'minutes', 'prompts-meetings']],
  ])('for %j finds %j', (text, slugs) => {
    expect(found(text)).toEqual(slugs);
  });

  it.each([
    ['post-mortem', ['Blameless post-mortem']],
    ['mortem', ['Blameless post-mortem', '(Pre-mortem) of a plan']],
    ['pre-mortem', ['(Pre-mortem) of a plan']],
    ['follow-up', ['Follow-ups that fix a weak answer']],
  ])('finds the parts of hyphenated words: %s', (text, titles) => {
    const topics = ['Blameless post-mortem', '(Pre-mortem) of a plan', 'Follow-ups that fix a weak answer'];
    const [hit] = searchIn(buildIndex([aResource({ topics })]), { ...EVERYTHING, text });
    expect(hit?.topics.map(({ title }) => title)).toEqual(titles);
  });

  it('is limited to the chosen area and kind', () => {
    expect(found('', { area: 'business' })).toEqual(['minutes', 'prompts-meetings']);
    expect(found('minutes', { area: 'business', kind: 'template' })).toEqual(['minutes']);
  });

  it('returns the matching headings by their position', () => {
    const [hit] = searchIn(buildIndex(LIST), { ...EVERYTHING, text: 'notes' });
    expect(hit?.topics).toEqual([{ place: 3, title: 'Minutes from notes' }]);
    expect(searchIn(buildIndex(LIST), EVERYTHING)[2]?.topics).toEqual([]);
    const [byLetter] = searchIn(buildIndex(LIST), { ...EVERYTHING, text: 'n' });
    expect([byLetter?.resource.slug, byLetter?.topics]).toEqual(['prompts-meetings', []]);
  });
});
