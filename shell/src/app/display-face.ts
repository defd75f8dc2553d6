const FACE = '1em "Bricolage Grotesque"';
/** Smaller shifts go unnoticed; browsers' layout-shift metrics ignore them too. */
const UNNOTICED_PX = 2.5;

/** Returns the box of an element; of a heading, that of its first line: a centred line moves when its width changes. */
const boxOf = (element: Element): DOMRect => {
  if (!element.matches('h1, h2, h3')) return element.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getClientRects()[0] ?? element.getBoundingClientRect();
};

const boxesOf = (screen: Element): DOMRect[] => [...screen.querySelectorAll('*')].map(boxOf);

const isInWindow = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < innerHeight;

const moves = (from: DOMRect, to: DOMRect): boolean =>
  Math.max(Math.abs(to.top - from.top), Math.abs(to.left - from.left)) >= UNNOTICED_PX &&
  (isInWindow(from) || isInWindow(to));

const setApplied = (applied: boolean): void => {
  document.documentElement.toggleAttribute('data-display-face', applied);
};

/**
 * Loads the display face. Headings use a system font until then, and switch at once if that moves nothing in the
 * window, otherwise with the next screen. Applying it to measure, and reverting it, happen between two paints.
 */
export async function loadDisplayFace(screen: Element): Promise<void> {
  const [face] = await document.fonts.load(FACE);
  if (!face || isApplied()) return;
  const before = boxesOf(screen);
  setApplied(true);
  const after = boxesOf(screen);
  setApplied(!before.some((from, index) => moves(from, after[index]!)));
}

const isApplied = (): boolean => document.documentElement.hasAttribute('data-display-face');

/** Applies the display face if it has loaded. Call it before a new screen is painted. */
export const applyDisplayFace = (): void => setApplied(isApplied() || document.fonts.check(FACE));
