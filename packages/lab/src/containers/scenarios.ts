import { deepStrictEqual, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@course/ops/failure';
import { withRedis } from '@course/ops/redis';
import { waitUntil } from '@course/ops/wait';
import { testSeed } from '@course/test-kit/seeded-random';
import { startVisitors } from '../faults/visitors.ts';
import { untilStreamEmpty } from '../until-stream-empty.ts';
import { countMissing } from './missing-records.ts';
import { publishOverHttp } from './publish.ts';
import { rebuildWithOtherText } from './rebuild.ts';
import type { ScenarioContext } from './scenario-context.ts';
import { startBuyers } from './buyers.ts';

export interface Scenario {
  readonly name: string;
  run(context: ScenarioContext): Promise<void>;
}

const ORDER_MAX_MS = 90_000;
const RECOVERY_MAX_MS = 60_000;
const DOWN_MS = 3000;
const PARTITION_MS = 8000;

/**
 * Starts visitors with page views, and buyers. With `tries` 1 every refusal counts; with more, they retry as browsers
 * do.
 */
const startLoad = ({ site }: ScenarioContext, tries: number) => {
  const views = startVisitors({ urls: [site.origin], visitors: 3, pauseMs: 60, seed: testSeed() });
  const buyers = startBuyers({ site, buyers: 3, pauseMs: 60, tries });
  return {
    views,
    buyers,
    succeeded: () => views.accepted() + buyers.succeeded(),
    stop: async () => void (await Promise.all([views.stop(), buyers.stop()])),
  };
};

type Load = ReturnType<typeof startLoad>;

/** Waits until both kinds of visitors are served again. */
const untilServed = async ({ views, buyers }: Load): Promise<void> => {
  const [accepted, succeeded] = [views.accepted(), buyers.succeeded()];
  await waitUntil(() => views.accepted() > accepted + 20 && buyers.succeeded() > succeeded + 20, {
    what: 'visitors to be served again',
    timeoutMs: RECOVERY_MAX_MS,
  });
};

const requireNothingLost = async ({ stores, say }: ScenarioContext, { views, buyers }: Load): Promise<void> => {
  await withRedis(stores.redisUrl, untilStreamEmpty);
  const missing = await countMissing(stores, views.acknowledged, buyers);
  say(
    `     ${missing.acknowledgedEntries} page views, ${buyers.answers.size} answers and ${buyers.orders.size} orders were acknowledged`,
  );
  ok(missing.acknowledgedEntries > 0 && buyers.answers.size > 0, 'nothing was acknowledged');
  const { lostEntries, lostExits, wrong, answers, orders, unconfirmed } = missing;
  deepStrictEqual(
    { lostEntries, lostExits, wrong, answers, orders, unconfirmed },
    { lostEntries: 0, lostExits: 0, wrong: 0, answers: 0, orders: 0, unconfirmed: 0 },
  );
};

/** Replaces a service's copies under load. No request may fail. */
const replacement = (service: string): Scenario => ({
  name: `two copies of ${service} are replaced under load, and no request fails`,
  run: async (context) => {
    await context.system.addCopy(service);
    const load = startLoad(context, 1);
    try {
      await untilServed(load);
      await context.system.replace(service);
      await untilServed(load);
    } finally {
      await load.stop();
    }
    context.say(`     ${load.succeeded()} requests`);
    deepStrictEqual([...load.views.refusals, ...load.buyers.refusals], []);
    await requireNothingLost(context, load);
  },
});

/** Damages the system under load, then counts what was lost. */
const survival = (name: string, harm: (context: ScenarioContext) => Promise<void>): Scenario => ({
  name,
  run: async (context) => {
    const load = startLoad(context, 40);
    try {
      await untilServed(load);
      await harm(context);
      await context.system.untilHealthy();
      await untilServed(load);
    } finally {
      await load.stop();
    }
    await requireNothingLost(context, load);
  },
});

const KILLED = ['svc-funnel', 'svc-tracking', 'redis', 'postgres', 'edge', 'stripe-sandbox'];

/** Each pair of services that communicate. */
const PAIRS = [
  ['edge', 'svc-funnel'],
  ['edge', 'svc-tracking'],
  ['svc-funnel', 'postgres'],
  ['svc-funnel', 'redis'],
  ['svc-tracking', 'postgres'],
  ['svc-tracking', 'redis'],
  ['svc-funnel', 'stripe-sandbox'],
] as const;

const buysOnce: Scenario = {
  name: 'a visitor answers every question and pays, and the order has its confirmation',
  run: async (context) => {
    const buyers = startBuyers({ site: context.site, buyers: 1, pauseMs: 0, tries: 1 });
    try {
      await waitUntil(() => buyers.orders.size > 0 || buyers.refusals.size > 0, {
        what: 'an order',
        timeoutMs: ORDER_MAX_MS,
      });
    } finally {
      await buyers.stop();
    }
    deepStrictEqual([...buyers.refusals], []);
    const { orders, unconfirmed, answers } = await countMissing(context.stores, new Map(), buyers);
    deepStrictEqual({ orders, unconfirmed, answers }, { orders: 0, unconfirmed: 0, answers: 0 });
  },
};

const leastPrivilege: Scenario = {
  name: 'programs run as an unprivileged user on a read-only root file system',
  run: async ({ system }) => {
    for (const service of ['edge', 'svc-funnel', 'svc-tracking', 'releases', 'stripe-sandbox']) {
      const program = `
        const attempt = (path) => { try { require('node:fs').writeFileSync(path, ''); return 'written'; } catch (error) { return error.code; } };
        const capabilities = /CapEff:\\s*(\\w+)/.exec(require('node:fs').readFileSync('/proc/self/status', 'utf8'))[1];
        console.log(JSON.stringify([process.getuid() > 0, attempt('/app/x'), Number('0x' + capabilities)]));`;
      deepStrictEqual(JSON.parse(await system.execute(service, ['node', '-e', program])), [true, 'EROFS', 0]);
    }
  },
};

const sandboxApart: Scenario = {
  name: 'of the other services, the sandbox can reach only svc-funnel',
  run: async ({ system, site }) => {
    const reach = (url: string): Promise<boolean> =>
      system.execute('stripe-sandbox', ['node', 'packages/ops/docker/healthy.mjs', url]).then(
        () => true,
        () => false,
      );
    deepStrictEqual(
      [
        await reach('http://svc-funnel:4000/healthz'),
        await reach('http://edge:3000/healthz'),
        await reach('http://svc-tracking:4000/healthz'),
      ],
      [true, false, false],
    );
    const form = await fetch(`${site.sandboxOrigin}/checkout/form`);
    ok((await form.text()).includes('no money moves'), 'the card form does not say that it is a sandbox');
    const page = await fetch(`${site.origin}/sales002`);
    if (!(page.headers.get('content-security-policy') ?? '').includes(site.sandboxOrigin))
      throw new Failure('The page may not load the sandbox’s card form.');
  },
};

/** In this order: first those that leave the system intact. */
export const SCENARIOS: readonly Scenario[] = [
  buysOnce,
  leastPrivilege,
  sandboxApart,
  {
    name: 'a release goes live in the running system through the publishing API, by token and signature',
    run: publishOverHttp,
  },
  replacement('svc-funnel'),
  replacement('svc-tracking'),
  ...KILLED.map((service) =>
    survival(`${service} is killed under load, and nothing acknowledged is lost`, ({ system }) =>
      system.kill(service, DOWN_MS),
    ),
  ),
  ...PAIRS.map(([one, other]) =>
    survival(`${one} and ${other} are partitioned for a while, and nothing acknowledged is lost`, ({ system }) =>
      system.partition(one, other, PARTITION_MS),
    ),
  ),
  survival(
    'svc-tracking is disconnected from the network for a while, and nothing acknowledged is lost',
    async ({ system }) => {
      await system.disconnect('svc-tracking', PARTITION_MS);
      await pause(DOWN_MS);
    },
  ),
  { name: 'a changed text of a remote changes none of the programs’ images', run: rebuildWithOtherText },
];
