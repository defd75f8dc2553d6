/** Random walks through the quiz, compared with a reference model that is derived from the step table. */
import { testSeed } from '@course/test-kit/seeded-random';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freshVisitor, type Visitor } from '../src/browser.ts';
import { aWalk, type Walk } from '../src/model/action.ts';
import { walk } from '../src/model/driver.ts';
import { serverRows } from '../src/model/server-rows.ts';
import { isWhole } from '../src/sample.ts';
import { sessionIdOf } from '../src/stored.ts';
import { forget } from '../src/visitor-storage.ts';

const WALKS = isWhole ? 300 : 2;
const SEED = testSeed();
const AT_ONCE = Math.min(3, WALKS);
const MS_PER_WALK = 20_000;

it(`${WALKS} random walks show and store what the model says`, { timeout: 120_000 + WALKS * MS_PER_WALK }, async () => {
  const walks = fc.sample(aWalk, { numRuns: WALKS, seed: SEED });
  const failures: string[] = [];
  const queue = walks.entries();
  const work = async () => {
    const visitor = await freshVisitor();
    await visitor.page.addInitScript(withoutPauses);
    for (const [index, walk] of queue) {
      await forget(visitor);
      await check(visitor, walk).catch((error: unknown) => failures.push(`walk ${index}: ${String(error)}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failures, `TEST_SEED=${SEED}`).toEqual([]);
});

async function check(visitor: Visitor, planned: Walk): Promise<void> {
  const { answers, email, name } = await walk(visitor, planned);
  expect(await serverRows(await sessionIdOf(visitor.page)), JSON.stringify(planned)).toEqual({ answers, email, name });
  expect(visitor.complaints.filter((complaint) => complaint.startsWith('page error'))).toEqual([]);
}

/** Skips the 300 ms in which a tapped card shows its tick, which another journey tests. */
function withoutPauses(): void {
  const original = window.setTimeout.bind(window);
  const TICK_MS = 300;
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) => original(work, ms === TICK_MS ? 0 : ms, ...rest),
  });
}
