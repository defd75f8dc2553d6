import { PATH } from '@course/test-kit/product-flow';
import { BOTS } from './distributions.ts';
import { uuidV7 } from './ids.ts';
import type { Random } from '@course/test-kit/seeded-random';
import type { SeededView } from './visitor.ts';

/** Returns the page views of a crawler: the first pages of the path, within seconds. */
export const crawl = (arrivedAt: number, random: Random): readonly SeededView[] => {
  const pages = Math.ceil(random.between(0, BOTS.maxPages));
  let at = arrivedAt;
  return PATH.slice(0, pages).map(({ path: pagePath }) => {
    const enteredAt = at;
    const seconds = Math.round(random.between(BOTS.secondsPerPage.from, BOTS.secondsPerPage.to) * 1000) / 1000;
    at += Math.round(seconds * 1000);
    return {
      id: uuidV7(enteredAt, random),
      pagePath,
      enteredAt,
      exit: { at, visibleSeconds: seconds, totalSeconds: seconds },
    };
  });
};
