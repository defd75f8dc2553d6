/** Random walks through the quiz, compared with a reference model that is worked out from the step table. */
import { testSeed } from '@course/test-kit/seeded-random';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newVisitor, type Visitor } from '../src/browser.ts';
import { aWalk, type Walk } from '../src/model/action.ts';
import { walk } from '../src/model/driver.ts';
import { serverRows } from '../src/model/server-rows.ts';
import { isWhole } from '../src/sample.ts';
import { forget } from '../src/visitor-storage.ts';

const WALKS = isWhole ? 300 : 2;
const SEED = testSeed();
const AT_ONCE = 3;
const MS_PER_WALK = 20_000;

it(`${WALKS} random walks show and store what the model says`, { timeout: 120_000 + WALKS * MS_PER_WALK }, async () => {
  const walks = fc.sample(aWalk, { numRuns: WALKS, seed: SEED });
  const failures: string[] = [];
  const line = walks.entries();
  const walkOn = async () => {
    const visitor = await newVisitor();
    await visitor.page.addInitScript(withoutPauses);
    for (const [index, one] of line) {
      await forget(visitor);
      await check(visitor, one).catch((error: unknown) => failures.push(`walk ${index}: ${String(error)}`));
    }
    await visitor.context.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walkOn));
  expect(failures, `TEST_SEED=${SEED}`).toEqual([]);
});

async function check(visitor: Visitor, one: Walk): Promise<void> {
  const { answers, email, name } = await walk(visitor, one);
  const session = await visitor.page.evaluate(
    () => (JSON.parse(localStorage.getItem('session_id') ?? '{}') as { value: string }).value,
  );
  expect(await serverRows(session), JSON.stringify(one)).toEqual({ answers, email, name });
  expect(visitor.complaints.filter((complaint) => complaint.startsWith('page error'))).toEqual([]);
}

/** The 300 ms in which a tapped card shows its tick are another journey's subject. */
function withoutPauses(): void {
  const later = window.setTimeout.bind(window);
  const TICK_MS = 300;
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) => later(work, ms === TICK_MS ? 0 : ms, ...rest),
  });
}
