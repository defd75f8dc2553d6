import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A drawing that lessons and resources include with a line `{{Picture: slug}}`: a hand-written SVG, with a PNG
 * generated from it for mail programs, which do not show SVG.
 * @typedef {object} Picture
 * @property {string} slug The file's name without `.svg`.
 * @property {string} alt The alternative text: the drawing's `<title>`.
 * @property {number} width In CSS pixels.
 * @property {number} height In CSS pixels.
 * @property {string} version The first ten hexadecimal digits of the drawing's SHA-256.
 */

/** The width of every picture in CSS pixels, which fits on a phone. */
export const PICTURE_WIDTH = 300;
const MAX_BYTES = 4096;
const ALT_LETTERS = { min: 20, max: 220 };

/** The folder of the PNG files, below that of the drawings. */
export const PNG_FOLDER = 'png';

/** @param {Pick<Picture, 'slug' | 'version'>} picture */
export const pngName = ({ slug, version }) => `${slug}-${version}.png`;

const SLUG_FILE = /^[a-z0-9]+(?:-[a-z0-9]+)*\.svg$/;
const SIZE = /<svg [^>]*\bwidth="(\d+)" height="(\d+)" viewBox="0 0 (\d+) (\d+)"/;
const TITLE = /<title>([^<]*)<\/title>/;
/** Not allowed in a drawing: scripts, styles (refused by the Content Security Policy), external pictures and links. */
const FORBIDDEN = /<(script|style|image|foreignObject|a|animate\w*|set)\b|\son\w+=|href="(?!#)|url\((?!#)/i;

/** @type {Readonly<Record<string, string>>} */
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

/** @param {string} svg */
const sizeOf = (svg) => SIZE.exec(svg)?.slice(1).map(Number) ?? [];

/** @param {string} svg */
const problemsOf = (svg) => {
  const [width, height = 0, ...box] = sizeOf(svg);
  const alt = TITLE.exec(svg)?.[1]?.trim() ?? '';
  const bytes = Buffer.byteLength(svg);
  return [
    ...(width === PICTURE_WIDTH && height > 0 && box.join() === `${width},${height}`
      ? []
      : [`must begin with <svg ... width="${PICTURE_WIDTH}" height="H" viewBox="0 0 ${PICTURE_WIDTH} H"`]),
    ...(alt.length >= ALT_LETTERS.min && alt.length <= ALT_LETTERS.max
      ? []
      : [
          `has an alternative text (<title>) of ${alt.length} letters instead of ${ALT_LETTERS.min} to ${ALT_LETTERS.max}`,
        ]),
    ...(bytes > MAX_BYTES ? [`has ${bytes} bytes; ${MAX_BYTES} are allowed`] : []),
    ...(FORBIDDEN.test(svg) ? [`has ${FORBIDDEN.exec(svg)?.[0].trim()}, which a drawing may not have`] : []),
  ];
};

/**
 * Parses a drawing's file. Throws an Error that says what is wrong with it.
 * @param {{ readonly name: string, readonly text: string }} file
 * @returns {Readonly<Picture>}
 */
export function parsePicture({ name, text }) {
  if (!SLUG_FILE.test(name)) throw new Error('must be named in lower-case letters and hyphens, such as one-sale.svg');
  // A checkout on Windows may have changed the line endings.
  const svg = text.replaceAll('\r\n', '\n');
  const problems = problemsOf(svg);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const [width = 0, height = 0] = sizeOf(svg);
  return {
    slug: name.slice(0, -'.svg'.length),
    alt: (TITLE.exec(svg)?.[1] ?? '').trim().replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
    width,
    height,
    version: createHash('sha256').update(svg).digest('hex').slice(0, 10),
  };
}

/** @param {string} dir */
const svgNames = (dir) => (existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.svg')) : []);

/**
 * Reads the pictures in a folder, in the order of their names. Never throws: files that cannot be read or have no PNG
 * are reported in `problems`. Returns no pictures if the folder does not exist.
 * @param {string} dir
 */
export function readPictures(dir) {
  /** @type {Readonly<Picture>[]} */
  const pictures = [];
  /** @type {{ file: string, problem: string }[]} */
  const problems = [];
  for (const name of svgNames(dir).sort()) {
    try {
      const picture = parsePicture({ name, text: readFileSync(path.join(dir, name), 'utf8') });
      if (!existsSync(path.join(dir, PNG_FOLDER, pngName(picture))))
        throw new Error('has no PNG of its present state; run npm run pictures');
      pictures.push(picture);
    } catch (error) {
      problems.push({ file: name, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return { pictures, problems };
}
