export { adoptEarlier } from './adopt.ts';
export { keptReleases, releaseHome, storeFolder, type ReleaseHome } from './home.ts';
export { builtRemotes, publishNew } from './publish-new.ts';
