import { throttle } from './throttle.ts';

const INTERVAL_MS = 45;
/** More sparks at once would distract from the card. */
const MAX_SPARKS = 12;
const SPREAD_PX = 34;

/** Returns a function that emits a spark where the card is scratched. CSS animates it; afterwards it is removed. */
export function glitterOn(
  card: HTMLElement,
  className: string,
  random: () => number = Math.random,
): (x: number, y: number) => void {
  const flying = new Set<Element>();
  let position = { x: 0, y: 0 };
  const emit = throttle(() => {
    if (flying.size >= MAX_SPARKS) return;
    const spark = document.createElement('i');
    spark.className = className;
    spark.style.left = `${position.x + (random() - 0.5) * SPREAD_PX}px`;
    spark.style.top = `${position.y + (random() - 0.5) * SPREAD_PX}px`;
    spark.addEventListener('animationend', () => {
      flying.delete(spark);
      spark.remove();
    });
    flying.add(spark);
    card.append(spark);
  }, INTERVAL_MS);
  return (x, y) => {
    position = { x, y };
    emit.schedule();
  };
}
