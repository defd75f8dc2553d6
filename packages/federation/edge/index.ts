export { declarationReader } from './declarations.ts';
export { followRegistry, type KnownRemote } from './descriptors.ts';
export { styleReader } from './inline-styles.ts';
export { escapeHtml, hashSource, type ShellAssets } from './page.ts';
export { fallbackPage, pageCache, runtimeConfigOf, type HostScreens, type Page } from './pages.ts';
