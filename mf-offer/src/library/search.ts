import type { ResourceHead } from '@course/contracts';
import { LIBRARY_COPY } from '../flow/library-copy.ts';

export interface Search {
  readonly text: string;
  readonly area: ResourceHead['area'] | 'all';
  readonly kind: ResourceHead['kind'] | 'all';
  /** True to show all hits, false to show only the first ones. */
  readonly whole: boolean;
}

export const EVERYTHING: Search = { text: '', area: 'all', kind: 'all', whole: false };

/** A resource that matches, with its matching headings. `place` is a heading's position, from 1. */
export interface Hit {
  readonly resource: ResourceHead;
  readonly topics: readonly { readonly place: number; readonly title: string }[];
}

/** Returns a text in lower case, without accents and apostrophes. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();

const wordsIn = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of a text, and the parts of hyphenated ones, separated by single spaces. */
const normalize = (text: string): string => wordsIn(text).join(' ');

interface Entry {
  readonly resource: ResourceHead;
  /** The normalized fields, in descending order of weight. */
  readonly title: string;
  readonly topics: readonly string[];
  readonly rest: string;
}

/** Indexes a list for `searchIn`. */
export const buildIndex = (resources: readonly ResourceHead[]): readonly Entry[] =>
  resources.map((resource) => ({
    resource,
    title: normalize(resource.title),
    topics: resource.topics.map(normalize),
    rest: normalize(
      [resource.summary, LIBRARY_COPY.areas[resource.area], LIBRARY_COPY.kindOf[resource.kind]].join(' '),
    ),
  }));

const hasWord = (text: string, word: string): boolean => text.startsWith(word) || text.includes(` ${word}`);

/** Returns the weight of a word in an entry, 0 if it does not occur. Matches prefixes: "meet" finds "meeting". */
const weightOf = ({ title, topics, rest }: Entry, word: string): number => {
  if (hasWord(title, word)) return 4;
  if (topics.some((topic) => hasWord(topic, word))) return 2;
  return hasWord(rest, word) ? 1 : 0;
};

/**
 * Returns the entries in which every word occurs, best matches first; without words all of them, in the list's order.
 * Headings are not returned for single letters, because too many would match.
 */
export function searchIn(entries: readonly Entry[], { text, area, kind }: Omit<Search, 'whole'>): Hit[] {
  const words = wordsIn(text);
  return entries
    .filter(({ resource }) => (area === 'all' || resource.area === area) && (kind === 'all' || resource.kind === kind))
    .flatMap((entry) => {
      const weights = words.map((word) => weightOf(entry, word));
      return weights.includes(0) ? [] : [{ entry, weight: weights.reduce((sum, weight) => sum + weight, 0) }];
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ entry: { resource, topics } }) => ({
      resource,
      topics: words.every((word) => word.length === 1)
        ? []
        : resource.topics
            .map((title, index) => ({ title, place: index + 1, topic: topics[index] ?? '' }))
            .filter(({ topic }) => words.every((word) => hasWord(topic, word)))
            .map(({ title, place }) => ({ title, place })),
    }));
}
