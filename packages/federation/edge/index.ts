export { declarationReader } from './declarations.ts';
export { followReleases, type Follower, type KnownRemote } from './follow.ts';
export { styleReader } from './inline-styles.ts';
export { escapeHtml, hashSource, type ShellAssets } from './page.ts';
export { fallbackPage, pageCache, runtimeConfigOf, type HostScreens, type Page } from './pages.ts';
export { openStore, storeEnv } from '../store/open-store.ts';
