export { adoptEarlier } from './adopt.ts';
export { keptReleases, releaseHome, signedBuild, storeFolder, type ReleaseHome } from './home.ts';
export { makeToken } from './tokens.ts';
export { signPreview } from './preview-link.ts';
