import path from 'node:path';

/** The project's root folder. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');
