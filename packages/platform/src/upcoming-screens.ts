import { sharedAtom, store, useShared } from './stored-atom.ts';

/** The path of a screen that may be shown soon. */
interface ScreenRequest {
  readonly path: string;
}

/** A screen to prerender while the one at the path `from` is still shown. */
interface PrerenderRequest extends ScreenRequest {
  readonly from: string;
}

/** The screen whose code is to be loaded, set by remotes and read by the host. */
export const preloadRequestAtom = sharedAtom<ScreenRequest | null>(null);

const prerenderRequestAtom = sharedAtom<PrerenderRequest | null>(null);

/** Loads the code of the screen at `path`, whichever remote owns it, because the visitor is close to it. */
export const preloadScreen = (path: string): void => store.set(preloadRequestAtom, { path });

/** Renders the screen at `path` hidden, because the visitor is about to go there: then it only has to be revealed. */
export const prerenderScreen = (path: string): void =>
  store.set(prerenderRequestAtom, { from: location.pathname, path });

export const clearPrerenderRequest = (): void => store.set(prerenderRequestAtom, null);

export const usePrerenderRequest = (): PrerenderRequest | null => useShared(prerenderRequestAtom);
