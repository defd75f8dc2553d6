import { pathOf } from '../flow/paths.ts';

export const lessonsPath = (): string => pathOf('course');

/** `place` is the lesson's position in the reader's course, from 1. */
export const lessonPath = (place: number): string => `${lessonsPath()}?lesson=${place}`;

export const schedulePath = (): string => `${lessonsPath()}?schedule=change`;

export const libraryPath = (): string => `${lessonsPath()}?library=all`;

/** `place` is the number of the heading to scroll to, from 1. */
export const resourcePath = (slug: string, place?: number): string =>
  `${lessonsPath()}?resource=${slug}${place === undefined ? '' : `&part=${place}`}`;

export const isResourcePath = (path: string): boolean => path.startsWith(resourcePath(''));

/** Anything else in its place could change the path of a call or a selector. */
const SLUG = /^[a-z0-9-]+$/;

/** What the course page shows, according to its address. */
export type CourseRoute =
  | { readonly kind: 'lessons' }
  /** `asksDone`: the reader followed the link in the lesson's mail that asks whether it is done. */
  | { readonly kind: 'lesson'; readonly place: number; readonly asksDone: boolean }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'library' }
  | { readonly kind: 'resource'; readonly slug: string; readonly place: number | null };

/** Returns null for anything but a positive integer. */
const placeIn = (text: string | null): number | null => {
  const place = Number(text);
  return Number.isInteger(place) && place > 0 ? place : null;
};

export const courseRouteIn = (params: URLSearchParams): CourseRoute => {
  const slug = params.get('resource');
  if (slug)
    return SLUG.test(slug) ? { kind: 'resource', slug, place: placeIn(params.get('part')) } : { kind: 'library' };
  const lesson = placeIn(params.get('lesson'));
  if (lesson !== null) return { kind: 'lesson', place: lesson, asksDone: params.get('done') === 'ask' };
  if (params.has('schedule')) return { kind: 'schedule' };
  return params.has('library') ? { kind: 'library' } : { kind: 'lessons' };
};
