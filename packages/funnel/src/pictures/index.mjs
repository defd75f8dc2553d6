export { parsePicture, PICTURE_WIDTH, PNG_FOLDER, pngName, readPictures } from './picture-file.mjs';
export { withPictures } from './picture-lines.mjs';
export { pictureProblems } from './problems.mjs';

/** @typedef {Readonly<import('./picture-file.mjs').Picture>} Picture */
