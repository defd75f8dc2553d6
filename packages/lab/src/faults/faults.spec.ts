import { testSeed } from '@course/test-kit/seeded-random';
import { expect, test } from 'vitest';
import { complaintsOf, reportTable } from './report.ts';
import { runFaults } from './run-faults.ts';

/** Number of kills: 4 in `npm run test:long`. Unset in `npm test`, which skips this. */
const KILLS = Number(process.env['FAULT_KILLS'] ?? 0);

test.runIf(KILLS > 0)(
  'nothing acknowledged is lost and nothing is stored twice, whatever is killed under load',
  async () => {
    const report = await runFaults({
      kills: KILLS,
      killingMaxMs: 60_000,
      postgresDownSeconds: 2,
      redisDownSeconds: 2,
      diskFullSeconds: 1,
      betweenMs: 400,
      visitors: 3,
      seed: testSeed(),
      say: () => undefined,
    });
    console.log(reportTable(report));
    expect(complaintsOf(report)).toEqual([]);
    expect(report.acknowledgedEntries).toBeGreaterThan(200);
    expect(Object.values(report.kills).every((count) => count > 0)).toBe(true);
  },
  300_000,
);
