import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PNG_FOLDER, pngName, readPictures } from './picture-file.mjs';
import { picturesIn } from './picture-lines.mjs';

/** @typedef {import('../lessons/lesson-file.mjs').ContentFile} ContentFile */

/** @param {string} dir */
const pngNames = (dir) => {
  const folder = path.join(dir, PNG_FOLDER);
  return existsSync(folder) ? readdirSync(folder) : [];
};

/**
 * Returns everything that is wrong with a folder of pictures and with the lines that include them, each problem
 * starting with its file's name.
 * @param {string} dir
 * @param {readonly ContentFile[]} texts Lessons and resources.
 */
export function pictureProblems(dir, texts) {
  const { pictures, problems } = readPictures(dir);
  const drawn = new Set([
    ...pictures.map(({ slug }) => slug),
    ...problems.map(({ file }) => file.replace(/\.svg$/, '')),
  ]);
  const included = new Set(texts.flatMap(({ text }) => picturesIn(text)));
  const current = new Set(pictures.map(pngName));
  return [
    ...problems.map(({ file, problem }) => `${file}: ${problem}`),
    ...[...drawn]
      .filter((slug) => !included.has(slug))
      .map((slug) => `${slug}.svg: is not used in any lesson or resource`),
    ...texts.flatMap(({ name, text }) =>
      picturesIn(text)
        .filter((slug) => !drawn.has(slug))
        .map((slug) => `${name}: includes the picture ${slug}, which does not exist`),
    ),
    ...pngNames(dir)
      .filter((name) => !current.has(name))
      .map((name) => `${PNG_FOLDER}/${name}: does not belong to any drawing; run npm run pictures`),
  ].sort();
}
