const FACE = '1em "Bricolage Grotesque"';
/** Less than this does not count as moving, for browsers that measure layout shifts either. */
const UNSEEN_PX = 2.5;

const topsOf = (screen: Element): number[] => [...screen.querySelectorAll('*')].map((element) => element.getBoundingClientRect().top);

const wear = (worn: boolean): void => {
  document.documentElement.toggleAttribute('data-display-face', worn);
};

/**
 * Headings stand in a face of the system first and take the display face when it has come: at once if nothing moves by
 * it, and with the next screen otherwise. Trying it on and taking it off again happen between two paints.
 */
export async function bringDisplayFace(screen: Element): Promise<void> {
  await pageLoaded();
  const [face] = await document.fonts.load(FACE);
  if (!face || isWorn()) return;
  const before = topsOf(screen);
  wear(true);
  wear(topsOf(screen).every((top, index) => Math.abs(top - before[index]!) < UNSEEN_PX));
}

/** The face takes the line from nothing that the screen needs. */
const pageLoaded = (): Promise<unknown> =>
  document.readyState === 'complete' ? Promise.resolve() : new Promise((resolve) => addEventListener('load', resolve, { once: true }));

const isWorn = (): boolean => document.documentElement.hasAttribute('data-display-face');

/** Before a new screen is painted. */
export const wearDisplayFace = (): void => wear(isWorn() || document.fonts.check(FACE));
