import { testSeed } from '@course/test-kit/seeded-random';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService } from '../service.ts';
import { simulate } from './run.ts';
import { checkSimulation } from './assertions.ts';

/** `npm run test:long` simulates 2,000. */
const orders = Number(process.env['SIMULATED_ORDERS'] ?? 8);
const seed = testSeed();

// Separate stores, because the simulation advances the time of everything in them.
let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
});
afterAll(() => stores.stop());

it(
  'over 84 days and two clock changes, every lesson arrives once, on the day and at the hour that its reader chose, and none after the reader left',
  { timeout: 900_000 },
  async () => {
    const { databaseUrl, funnelDatabaseUrl } = stores;
    const simulation = await simulate({
      seed,
      orders,
      databaseUrl,
      funnelDatabaseUrl,
      // The fewer the mails, the likelier a death at each of them, so that every run has some.
      failureRates: {
        sendDeath: 0.00013 * Math.max(1, 500 / orders),
        queueDeath: 0.0015,
        // Each needs another process, which takes as long as the mails of several orders.
        maxDeaths: Math.max(3, orders / 10),
        failures: 0.002,
      },
      startService: (clock) =>
        startService({
          clock,
          env: { DATABASE_URL: funnelDatabaseUrl, REDIS_URL: stores.redisUrl, LOG_LEVEL: 'silent' },
        }),
    });
    const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    // It is not a failure if an idle connection is lost because its server stops.
    database.on('error', () => undefined);
    const { figures, problems } = await checkSimulation(simulation, database).finally(() => database.end());
    console.log(`simulated time, seed ${seed}: ${JSON.stringify(figures)}`);
    expect(problems).toEqual([]);
    expect(figures).toMatchObject({ orders, confirmations: orders });
    expect(figures.deaths).toBeGreaterThan(0);
  },
);
