import path from 'node:path';

/** The root folder of this checkout. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');
