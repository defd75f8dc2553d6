import { sharedAtom, store, useShared } from './stored-atom.ts';

/** A screen that may be shown soon, by its path. */
interface ScreenRequest {
  readonly path: string;
}

/** A screen to be rendered out of sight while the one at `from` is still on show. Paths. */
interface PrerenderRequest extends ScreenRequest {
  readonly from: string;
}

/** The screen whose code is to be fetched, set by remotes and read by the host. */
export const preloadRequestAtom = sharedAtom<ScreenRequest | null>(null);

const prerenderRequestAtom = sharedAtom<PrerenderRequest | null>(null);

/** Asks for the code of the screen at `path`, whichever remote owns it, because the visitor is near it. */
export const preloadScreen = (path: string): void => store.set(preloadRequestAtom, { path });

/** Renders the screen at `path` out of sight, because the visitor goes there in a moment: then it only has to be shown. */
export const prerenderScreen = (path: string): void =>
  store.set(prerenderRequestAtom, { from: location.pathname, path });

export const clearPrerenderRequest = (): void => store.set(prerenderRequestAtom, null);

export const usePrerenderRequest = (): PrerenderRequest | null => useShared(prerenderRequestAtom);
