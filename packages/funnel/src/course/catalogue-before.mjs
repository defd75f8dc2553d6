// Kept by `npm run catalogue -- --keep-released`. Do not edit.
/** @type {readonly import('./catalogue.mjs').Catalogue[]} */
export const CATALOGUES_BEFORE = [];
