const FACE = '1em "Bricolage Grotesque"';
/** Less than this does not count as moving, for browsers that measure layout shifts either. */
const UNSEEN_PX = 2.5;

/** Where an element stands; of a heading, where its first line does: centred, it begins elsewhere when its width changes. */
const boxOf = (element: Element): DOMRect => {
  if (!element.matches('h1, h2, h3')) return element.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getClientRects()[0] ?? element.getBoundingClientRect();
};

const boxesOf = (screen: Element): DOMRect[] => [...screen.querySelectorAll('*')].map(boxOf);

const isSeen = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < innerHeight;

const moves = (from: DOMRect, to: DOMRect): boolean =>
  Math.max(Math.abs(to.top - from.top), Math.abs(to.left - from.left)) >= UNSEEN_PX && (isSeen(from) || isSeen(to));

const wear = (worn: boolean): void => {
  document.documentElement.toggleAttribute('data-display-face', worn);
};

/**
 * Headings stand in a face of the system first and take the display face when it has come: at once if nothing in the
 * window moves by it, and with the next screen otherwise. Trying it on and taking it off again happen between two paints.
 */
export async function bringDisplayFace(screen: Element): Promise<void> {
  const [face] = await document.fonts.load(FACE);
  if (!face || isWorn()) return;
  const before = boxesOf(screen);
  wear(true);
  const after = boxesOf(screen);
  wear(!before.some((from, index) => moves(from, after[index]!)));
}

const isWorn = (): boolean => document.documentElement.hasAttribute('data-display-face');

/** Before a new screen is painted. */
export const wearDisplayFace = (): void => wear(isWorn() || document.fonts.check(FACE));
