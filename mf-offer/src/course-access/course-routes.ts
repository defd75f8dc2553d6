import { pathOf } from '../flow/ways.ts';

export const lessonsPath = (): string => pathOf('course');

/** `place` is the lesson's position in the reader's course, from 1. */
export const lessonPath = (place: number): string => `${lessonsPath()}?lesson=${place}`;

export const schedulePath = (): string => `${lessonsPath()}?schedule=change`;

export const libraryPath = (): string => `${lessonsPath()}?library=all`;

/** `place` is the number of the heading to scroll to, from 1. */
export const resourcePath = (slug: string, place?: number): string =>
  `${lessonsPath()}?resource=${slug}${place === undefined ? '' : `&part=${place}`}`;

export const isResourcePath = (path: string): boolean => path.startsWith(resourcePath(''));

/** What the course page shows, according to its address. */
export type CourseRoute =
  | { readonly show: 'lessons' }
  /** `asksDone`: the reader followed the link in the lesson's mail that asks whether it is done. */
  | { readonly show: 'lesson'; readonly place: number; readonly asksDone: boolean }
  | { readonly show: 'schedule' }
  | { readonly show: 'library' }
  | { readonly show: 'resource'; readonly slug: string; readonly place: number | null };

export const courseRouteIn = (params: URLSearchParams): CourseRoute => {
  const slug = params.get('resource');
  if (slug) return { show: 'resource', slug, place: Number(params.get('part')) || null };
  const lesson = Number(params.get('lesson'));
  if (Number.isInteger(lesson) && lesson > 0)
    return { show: 'lesson', place: lesson, asksDone: params.get('done') === 'ask' };
  if (params.has('schedule')) return { show: 'schedule' };
  return params.has('library') ? { show: 'library' } : { show: 'lessons' };
};
