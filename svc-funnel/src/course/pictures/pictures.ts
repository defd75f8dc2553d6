import { type Picture, readPictures, withPictures } from '@course/funnel/pictures';
import type { Env } from '../../platform/env.ts';

const FOLDER = '/api/pictures';
const LINE = new RegExp(String.raw`^!\[(.*)\]\((https?://[^\s/]+${FOLDER}/[a-z0-9-]+\.png) "(\d+)x(\d+)"\)$`);
const SOURCE = new RegExp(String.raw`src="[^"]*(${FOLDER}/[a-z0-9-]+)\.png"`, 'g');

/** Replaces the lines of a text that include pictures. */
export type Illustrate = (markdown: string) => string;

/** Leaves all pictures out. */
export const withoutPictures: Illustrate = (markdown) => withPictures(markdown, [], () => '');

/**
 * Returns what puts the pictures of the folder, as they are now, into texts. Their addresses are absolute and lead to the PNG, as
 * mails need them, and are the same for all readers.
 */
export const illustrateFrom = ({ publicUrl, course }: Env): Illustrate => {
  const { pictures } = readPictures(course.picturesDir);
  const addressOf = ({ slug, version }: Picture): string => `${publicUrl}${FOLDER}/${slug}-${version}.png`;
  return (markdown) => withPictures(markdown, pictures, addressOf);
};

/** Returns the attributes of the image that a line of an illustrated text stands for; undefined for any other line. */
export const imageIn = (line: string): [string, string][] | undefined => {
  const [, alt, src, width, height] = LINE.exec(line) ?? [];
  if (alt === undefined || src === undefined || width === undefined || height === undefined) return undefined;
  return Object.entries({ src, alt, width, height });
};

/** Returns HTML for a page of the site, where the drawings themselves are shown, each when the reader comes near. */
export const withDrawings = (html: string): string => html.replaceAll(SOURCE, 'src="$1.svg" loading="lazy"');
