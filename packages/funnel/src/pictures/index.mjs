export { parsePicture, PNG_FOLDER, pngName, readPictures } from './picture-file.mjs';
export { withPictures } from './picture-lines.mjs';

/** @typedef {Readonly<import('./picture-file.mjs').Picture>} Picture */
