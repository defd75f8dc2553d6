export { builtRemotes, publishNew } from './publish-new.ts';
export { registryPaths } from './registry.ts';
