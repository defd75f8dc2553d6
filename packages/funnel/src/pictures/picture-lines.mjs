/** @typedef {Readonly<import('./picture-file.mjs').Picture>} Picture */

const LINE = /^\{\{Picture: ([a-z0-9-]+)\}\}$/gm;

/** Returns true for a line that includes a picture. */
export const isPictureLine = (/** @type {string} */ line) => /^\{\{Picture: [a-z0-9-]+\}\}$/.test(line);

/**
 * Returns the slugs of the pictures that a text includes.
 * @param {string} text
 */
export const picturesIn = (text) => [...text.matchAll(LINE)].map(([, slug = '']) => slug);

/**
 * Returns a text with each line that includes a picture replaced by `![alternative text](address "300x180")`. Missing
 * pictures are skipped, because no text depends on one.
 * @param {string} markdown
 * @param {readonly Picture[]} pictures
 * @param {(picture: Picture) => string} addressOf
 */
export const withPictures = (markdown, pictures, addressOf) =>
  markdown.replace(LINE, (_line, /** @type {string} */ slug) => {
    const picture = pictures.find((candidate) => candidate.slug === slug);
    return picture ? `![${picture.alt}](${addressOf(picture)} "${picture.width}x${picture.height}")` : '';
  });
