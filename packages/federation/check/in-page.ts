/*
 * What the check does inside a page. Each function is sent there as its text: it uses nothing of this module, and has no
 * named function in it, which some compilers would wrap in a helper of their own.
 */

export const isInteractive = (): boolean => document.documentElement.dataset['interactive'] === 'true';

/** The screen that is seen. The next one may stand beside it, hidden. */
export const shownScreen = (): string | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-screen]')].find((element) => element.checkVisibility())?.dataset[
    'screen'
  ];

/** Taps what visitors tap first, without waiting for what comes of it. */
export const tapFirst = (): void => document.querySelector<HTMLElement>('main button:enabled')?.click();

/** Loads a script or a style sheet as the build's own loader does. Resolves to false when the browser refuses it. */
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
