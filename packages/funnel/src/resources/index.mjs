export { promptsOf } from './prompts.mjs';
export { checkResources } from './problems.mjs';
export { AREAS, KINDS, LEVELS, parseResource, SLUG } from './resource-file.mjs';

/** @typedef {Readonly<import('./resource-file.mjs').Resource>} Resource */
/** @typedef {import('./resource-file.mjs').Kind} ResourceKind */
/** @typedef {import('./problems.mjs').ResourceCounts} ResourceCounts */
