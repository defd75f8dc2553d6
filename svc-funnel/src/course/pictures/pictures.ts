import { type Picture, readPictures, withPictures } from '@course/funnel/pictures';
import type { Env } from '../../platform/env.ts';

const FOLDER = '/api/pictures';
const LINE = new RegExp(String.raw`^!\[(.*)\]\((https?://[^\s/]+${FOLDER}/[a-z0-9-]+\.png) "(\d+)x(\d+)"\)$`);
const SOURCE = new RegExp(String.raw`src="[^"]*(${FOLDER}/[a-z0-9-]+)\.png"`, 'g');

/** Inserts pictures at their placeholders in a text. */
export type Illustrate = (markdown: string) => string;

/**
 * Returns a function that inserts the folder's current pictures into texts. Their URLs are absolute and name the PNG,
 * as mails need them, and are the same for all readers.
 */
export const illustrateFrom = ({ publicUrl, course }: Env): Illustrate => {
  const { pictures } = readPictures(course.picturesDir);
  const addressOf = ({ slug, version }: Picture): string => `${publicUrl}${FOLDER}/${slug}-${version}.png`;
  return (markdown) => withPictures(markdown, pictures, addressOf);
};

/** Returns the attributes of the image on a line of an illustrated text; undefined for any other line. */
export const imageIn = (line: string): [string, string][] | undefined => {
  const [, alt, src, width, height] = LINE.exec(line) ?? [];
  if (alt === undefined || src === undefined || width === undefined || height === undefined) return undefined;
  return Object.entries({ src, alt, width, height });
};

/** Returns HTML for a page of the site, with the SVG drawings in place of the PNG files, loaded lazily. */
export const withDrawings = (html: string): string => html.replaceAll(SOURCE, 'src="$1.svg" loading="lazy"');
