type Preload = (path: string) => void;

let preload: Preload = () => {};

/** Says that the visitor is near the screen of `path`, whichever remote has it: its code is fetched ahead. */
export const preloadScreen: Preload = (path) => preload(path);

/** The host page's part of `preloadScreen`. */
export const setPreloadHandler = (implementation: Preload): void => {
  preload = implementation;
};
