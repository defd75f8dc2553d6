import type { ResourceHead } from '@course/contracts';
import { LIBRARY_COPY } from '../flow/library-copy.ts';

export interface Search {
  readonly text: string;
  readonly area: ResourceHead['area'] | 'all';
  readonly kind: ResourceHead['kind'] | 'all';
  /** False to show the first of many only. */
  readonly whole: boolean;
}

export const EVERYTHING: Search = { text: '', area: 'all', kind: 'all', whole: false };

/** A resource that was found, with the headings in it that match, by their place from 1. */
export interface Hit {
  readonly resource: ResourceHead;
  readonly topics: readonly { readonly place: number; readonly title: string }[];
}

/** Returns a text in small letters without accents and apostrophes. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();

const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns a text so that each of its words, and each part of a hyphenated one, begins it or follows a space. */
const compared = (text: string): string => wordsIn(text).join(' ');

interface Entry {
  readonly resource: ResourceHead;
  /** Fields by weight, heaviest first, as they are compared. */
  readonly title: string;
  readonly topics: readonly string[];
  readonly rest: string;
}

/** Prepares a list for `searchIn`, once. */
export const indexOf = (resources: readonly ResourceHead[]): readonly Entry[] =>
  resources.map((resource) => ({
    resource,
    title: compared(resource.title),
    topics: resource.topics.map(compared),
    rest: compared([resource.summary, LIBRARY_COPY.areas[resource.area], LIBRARY_COPY.kindOf[resource.kind]].join(' ')),
  }));

const has = (text: string, word: string): boolean => text.startsWith(word) || text.includes(` ${word}`);

/** Returns the weight of a word in an entry, 0 if it is not there. A word counts from its beginning: "meet" finds "meeting". */
const weightOf = ({ title, topics, rest }: Entry, word: string): number => {
  if (has(title, word)) return 4;
  if (topics.some((topic) => has(topic, word))) return 2;
  return has(rest, word) ? 1 : 0;
};

/** Returns the entries in which every word occurs, the best first; with no words all of them, in the list's order. A single letter names no headings: too many match. */
export function searchIn(entries: readonly Entry[], { text, area, kind }: Omit<Search, 'whole'>): Hit[] {
  const words = wordsIn(text);
  return entries
    .filter(({ resource }) => (area === 'all' || resource.area === area) && (kind === 'all' || resource.kind === kind))
    .flatMap((entry) => {
      const weights = words.map((word) => weightOf(entry, word));
      return weights.includes(0) ? [] : [{ entry, weight: weights.reduce((sum, weight) => sum + weight, 0) }];
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ entry: { resource, topics } }) => ({
      resource,
      topics: words.every((word) => word.length === 1)
        ? []
        : resource.topics
            .map((title, at) => ({ title, place: at + 1, topic: topics[at] ?? '' }))
            .filter(({ topic }) => words.every((word) => has(topic, word)))
            .map(({ title, place }) => ({ title, place })),
    }));
}
