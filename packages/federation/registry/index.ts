export { adoptEarlier } from './adopt.ts';
export { keptReleases, localReleases, signedBuild, storeFolder, type LocalReleases } from './local-releases.ts';
export { makeToken } from './tokens.ts';
export { signPreview } from './preview-link.ts';
