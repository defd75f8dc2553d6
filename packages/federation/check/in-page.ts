/*
 * The functions that the check runs inside a page. Each is sent there as source text: it must not use anything from
 * this module, nor contain a named function, which some compilers would wrap in a helper.
 */

export const isInteractive = (): boolean => document.documentElement.dataset['interactive'] === 'true';

/** Returns the name of the visible screen. The next one may be beside it, hidden. */
export const shownScreen = (): string | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-screen]')].find((element) => element.checkVisibility())?.dataset[
    'screen'
  ];

/** Taps the button that visitors tap first, without waiting for the effect. */
export const tapFirst = (): void => document.querySelector<HTMLElement>('main button:enabled')?.click();

/** Loads a script or a style sheet as the build's own loader does. Resolves to false if the browser refuses it. */
export const loadChunk = ({
  address,
  integrity,
}: {
  readonly address: string;
  readonly integrity: string | undefined;
}): Promise<boolean> =>
  new Promise((resolve) => {
    const element = address.endsWith('.css')
      ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
      : Object.assign(document.createElement('script'), { src: address });
    if (integrity) Object.assign(element, { integrity, crossOrigin: 'anonymous' });
    element.onload = () => resolve(true);
    element.onerror = () => resolve(false);
    document.head.append(element);
  });
