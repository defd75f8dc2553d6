export { builtRemotes, publishNew } from './publish-new.ts';
export { placesIn } from './registry.ts';
