/**
 * The catalogue of the release before, for offers that still show its plans; null if they are of version 2 or 1.
 * @type {import('./catalogue.mjs').Catalogue | null}
 */
export const CATALOGUE_BEFORE = null;
