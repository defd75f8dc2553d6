export { promptsOf } from './prompts.mjs';
export { checkResources } from './problems.mjs';
export { AREAS, KINDS, LEVELS, parseResource } from './resource-file.mjs';

/** @typedef {Readonly<import('./resource-file.mjs').Resource>} Resource */
