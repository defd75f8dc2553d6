import { pathOf } from '../flow/ways.ts';

const course = (): string => pathOf('course');

export const libraryPath = (): string => `${course()}?library=all`;

/** `place` counts the page's headings from 1: it opens there. */
export const resourcePath = (slug: string, place?: number): string =>
  `${course()}?resource=${slug}${place === undefined ? '' : `&part=${place}`}`;

/** What the address asks the course page to show. */
export type Asked =
  | { readonly show: 'lessons' }
  | { readonly show: 'library' }
  | { readonly show: 'resource'; readonly slug: string; readonly place: number | null };

export const askedIn = (params: URLSearchParams): Asked => {
  const slug = params.get('resource');
  if (slug) return { show: 'resource', slug, place: Number(params.get('part')) || null };
  return params.has('library') ? { show: 'library' } : { show: 'lessons' };
};
