import type { ResourceHead } from '@course/contracts';

/** The texts of the library on the course page. Loaded only by buyers, unlike `reader-copy.ts`. */
export const LIBRARY_COPY = {
  title: 'Cheat sheets, templates and prompts',
  invitation: 'One page each, ready to use: search, print, or copy with one tap. New ones appear here by themselves.',
  open: 'Open the library',
  toCourse: 'Your lessons',
  toLibrary: 'All cheat sheets, templates and prompts',
  search: 'Search',
  searchHint: 'Meeting, résumé, picture ...',
  area: 'Area',
  allAreas: 'All areas',
  kind: 'Show',
  allKinds: 'All',
  found: (count: number): string => (count === 1 ? '1 page' : `${count} pages`),
  showAll: (count: number): string => `Show all ${count}`,
  none: 'Nothing matches. Try a shorter word, or look in all areas.',
  clear: 'Clear search and filters',
  /** Introduces the headings of a page that match the search. */
  inside: 'In it:',
  opening: 'Opening.',
  gone: 'This page is no longer in the library.',
  print: 'Print this page',
  copy: 'Copy',
  copyOf: (title: string): string => `Copy: ${title}`,
  copied: 'Copied',
  notCopied: 'Copying did not work. Select the text and copy it.',
  facts: (minutes: number, level: string): string => `${minutes} min · ${level}`,
  prompts: (count: number): string => `${count} prompts`,
  kinds: { 'cheat-sheet': 'Cheat sheets', template: 'Templates', prompts: 'Prompts', video: 'Videos' },
  kindOf: { 'cheat-sheet': 'Cheat sheet', template: 'Template', prompts: 'Prompts', video: 'Video' },
  areas: {
    writing: 'Writing',
    design: 'Design',
    development: 'Development',
    marketing: 'Marketing',
    business: 'Business',
    general: 'For everything',
  },
  levels: { start: 'to begin with', next: 'with some practice', deep: 'for daily users' },
} as const satisfies Readonly<
  Record<string, unknown> & {
    kinds: Record<ResourceHead['kind'], string>;
    kindOf: Record<ResourceHead['kind'], string>;
    areas: Record<ResourceHead['area'], string>;
    levels: Record<ResourceHead['level'], string>;
  }
>;
