import { throttle } from './throttle.ts';

const EVERY_MS = 45;
/** More at once would be a drawing of their own. */
const AT_MOST = 12;
const SPREAD_PX = 34;

/** Lets a spark fly where the card is rubbed. The style sheet moves it; when it has arrived it goes. */
export function glitterOn(
  card: HTMLElement,
  className: string,
  random: () => number = Math.random,
): (x: number, y: number) => void {
  const flying = new Set<Element>();
  let at = { x: 0, y: 0 };
  const fly = throttle(() => {
    if (flying.size >= AT_MOST) return;
    const spark = document.createElement('i');
    spark.className = className;
    spark.style.left = `${at.x + (random() - 0.5) * SPREAD_PX}px`;
    spark.style.top = `${at.y + (random() - 0.5) * SPREAD_PX}px`;
    spark.addEventListener('animationend', () => {
      flying.delete(spark);
      spark.remove();
    });
    flying.add(spark);
    card.append(spark);
  }, EVERY_MS);
  return (x, y) => {
    at = { x, y };
    fly.ask();
  };
}
