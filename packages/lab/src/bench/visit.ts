import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'autocannon';
import { runningStack, type StackFile } from '@course/dev-stack/stack/stack-file';
import { Failure } from '@course/ops/failure';
import { withRedis, type Redis } from '@course/ops/redis';
import type { RunningProgram } from '@course/test-kit/server-process';
import { repeatLoad, requireSuccess, type LoadResult } from './http-load.ts';
import type { Measurement } from './measurement.ts';
import { familyCpuMs } from './process-use.ts';
import { untilStreamEmpty } from '../until-stream-empty.ts';
import { startEcho } from '../programs.ts';
import { answer, ANSWERS, getRequest, startSession, visitRequests } from './visit-requests.ts';

const VISITORS = 20;
const WARM_UP_VISITS = 100;
const CONNECTIONS = 16;
/** A multiple of the length of each sequence and of the connections. */
const SINGLES = 39 * 16 * 6;
/** A whole period of the tasks that run every five minutes. */
const IDLE_MS = 300_000;
/** For more than a minute after a start or load, V8 collects and connections close, which is not an idle service. */
const SETTLE_MS = 90_000;
const SECOND_MS = 1000;

/** The processes that a visit is measured over. The outbox, the sandbox and the supervisor do nothing for it. */
const PROCESSES = ['funnel', 'postgres', 'edge', 'tracking', 'redis'] as const;
type ProcessName = (typeof PROCESSES)[number];

export interface VisitOptions {
  /** The data folder of a running stack of any release, with RATE_LIMITS=off. */
  readonly dataDir: string;
  /** Number of visits to measure; a multiple of the concurrent visitors. */
  readonly visits: number;
  readonly say: (line: string) => void;
}

/** In % of a core. */
const IDLE_BUDGETS: Readonly<Partial<Record<ProcessName, number>>> = { funnel: 0.3, tracking: 0.3, edge: 0.3 };

type CpuByProcess = Readonly<Record<ProcessName, number>>;

const byProcess = (make: (name: ProcessName) => number): CpuByProcess =>
  Object.fromEntries(PROCESSES.map((name) => [name, make(name)])) as CpuByProcess;

const total = (cpu: CpuByProcess): number => Object.values(cpu).reduce((sum, ms) => sum + ms, 0);

/** Returns the CPU time in ms that each process used while `task` ran. */
const cpuDuring = async ({ pids }: StackFile, task: () => Promise<unknown>): Promise<CpuByProcess> => {
  const used = (): CpuByProcess => byProcess((name) => familyCpuMs(pids[name] ?? 0));
  const before = used();
  await task();
  const after = used();
  return byProcess((name) => after[name] - before[name]);
};

const measureVisits = async (stack: StackFile, redis: Redis, visits: number): Promise<readonly Measurement[]> => {
  const run = (times: number): Promise<LoadResult> =>
    repeatLoad({ url: stack.url, connections: VISITORS, sequence: visitRequests(stack.url), times });
  requireSuccess('Visits', await run(WARM_UP_VISITS));
  await untilStreamEmpty(redis);
  let load: LoadResult | undefined;
  const cpu = await cpuDuring(stack, async () => {
    load = await run(visits);
    await untilStreamEmpty(redis);
  });
  if (load) requireSuccess('Visits', load);
  return [
    { name: 'a visit (61 requests): CPU of all processes', value: total(cpu) / visits, unit: 'ms' },
    ...PROCESSES.map((name) => ({ name: `a visit: CPU of ${name}`, value: cpu[name] / visits, unit: 'ms' }) as const),
    { name: 'visits a second', value: (load?.perSecond ?? 0) / visitRequests('').length, unit: '' },
    { name: 'a visit: p99 of a request', value: load?.p99Ms ?? Number.NaN, unit: 'ms' },
  ];
};

const measureEchoVisits = async (echo: RunningProgram, visits: number): Promise<readonly Measurement[]> => {
  const sequence = visitRequests('http://echo.example');
  const run = (times: number): Promise<LoadResult> =>
    repeatLoad({ url: echo.url, connections: VISITORS, sequence, times });
  await run(WARM_UP_VISITS);
  const before = familyCpuMs(echo.pid);
  const { perSecond } = await run(visits);
  return [
    { name: 'bare echo: CPU of 61 requests', value: (familyCpuMs(echo.pid) - before) / visits, unit: 'ms' },
    { name: 'bare echo: visits a second', value: perSecond / sequence.length, unit: '' },
  ];
};

interface Single {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly sequence: readonly Request[];
  readonly budgetMs?: number;
  readonly p99BudgetMs?: number;
}

/** Measures one kind of request at 16 connections: CPU of the process that responds, and the p99. */
const measureSingle = async ({
  name,
  url,
  pid,
  sequence,
  budgetMs,
  p99BudgetMs,
}: Single): Promise<readonly Measurement[]> => {
  const run = (requests: number): Promise<LoadResult> =>
    repeatLoad({ url, connections: CONNECTIONS, sequence, times: requests / sequence.length });
  requireSuccess(name, await run(SINGLES / 2));
  const before = familyCpuMs(pid);
  const load = await run(SINGLES);
  requireSuccess(name, load);
  const cpu = (familyCpuMs(pid) - before) / SINGLES;
  return [
    { name: `${name}: CPU in ms`, value: cpu, unit: '', ...(budgetMs === undefined ? {} : { budget: budgetMs }) },
    {
      name: `${name}: p99 at ${CONNECTIONS} connections`,
      value: load.p99Ms,
      unit: 'ms',
      ...(p99BudgetMs === undefined ? {} : { budget: p99BudgetMs }),
    },
  ];
};

/** A session and every answer in it twice: the session is one request in 39. */
const answers = (origin: string): readonly Request[] => [
  startSession(origin),
  ...[...ANSWERS, ...ANSWERS].map(([key, value]) => answer(origin, key, value)),
];

const scriptOf = async (url: string): Promise<string> => {
  const page = await (await fetch(`${url}/q1`)).text();
  const script = /<script defer src="([^"]+)"/.exec(page)?.[1];
  if (!script) throw new Failure(`${url}/q1 names no script.`);
  return script;
};

const measureSingles = async (stack: StackFile, echo: RunningProgram): Promise<readonly Measurement[]> => {
  const { url, funnelUrl, trackingUrl, pids } = stack;
  const [funnel, tracking, edge] = [pids['funnel'] ?? 0, pids['tracking'] ?? 0, pids['edge'] ?? 0];
  const health = [getRequest('/healthz')];
  const singles: readonly Single[] = [
    {
      name: 'bare echo of an answer',
      url: echo.url,
      pid: echo.pid,
      sequence: answers(url),
    },
    {
      name: 'an answer in svc-funnel',
      url: funnelUrl,
      pid: funnel,
      sequence: answers(url),
      budgetMs: 0.6,
      p99BudgetMs: 25,
    },
    { name: 'an answer at the edge', url, pid: edge, sequence: answers(url), budgetMs: 0.2 },
    { name: 'a file at the edge', url, pid: edge, sequence: [getRequest(await scriptOf(url))], budgetMs: 0.15 },
    { name: 'a page at the edge', url, pid: edge, sequence: [getRequest('/q1')] },
    { name: '/healthz of the edge', url, pid: edge, sequence: health },
    { name: '/healthz of svc-funnel', url: funnelUrl, pid: funnel, sequence: health },
    { name: '/healthz of svc-tracking', url: trackingUrl, pid: tracking, sequence: health },
  ];
  const figures: Measurement[] = [];
  for (const single of singles) figures.push(...(await measureSingle(single)));
  return figures;
};

const measureIdle = async (stack: StackFile): Promise<readonly Measurement[]> => {
  await pause(SETTLE_MS);
  const startedAt = performance.now();
  const cpu = await cpuDuring(stack, () => pause(IDLE_MS));
  const passedMs = performance.now() - startedAt;
  return PROCESSES.map((name) => ({
    name: `idle: CPU of ${name}, in % of a core`,
    value: (100 * cpu[name]) / passedMs,
    unit: '',
    ...(IDLE_BUDGETS[name] === undefined ? {} : { budget: IDLE_BUDGETS[name] }),
  }));
};

const stackIn = (dataDir: string): StackFile => {
  const stack = runningStack(dataDir);
  if (stack) return stack;
  throw new Failure(`No stack runs with the data folder ${dataDir}. Start one with RATE_LIMITS=off npm start.`);
};

/**
 * Measures the CPU time of a visit over all processes of a warm stack, against a bare server that echoes the same
 * requests.
 */
export const measureVisit = async ({ dataDir, visits, say }: VisitOptions): Promise<readonly Measurement[]> => {
  const stack = stackIn(dataDir);
  if (visits % VISITORS !== 0) throw new Failure(`The number of visits must be a multiple of ${VISITORS}.`);
  const echo = await startEcho();
  try {
    say(`Idle, for ${(SETTLE_MS + IDLE_MS) / SECOND_MS} s`);
    const idle = await measureIdle(stack);
    say(`Visits: ${visits}, ${VISITORS} at a time`);
    const ofVisits = await withRedis(stack.redisUrl, (redis) => measureVisits(stack, redis, visits));
    const figures = [...ofVisits, ...(await measureEchoVisits(echo, visits))];
    say(`Single requests, ${CONNECTIONS} connections`);
    return [...figures, ...(await measureSingles(stack, echo)), ...idle];
  } finally {
    await echo.stop();
  }
};
