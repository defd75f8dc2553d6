import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'autocannon';
import { runningStack, type StackFile } from '@course/dev-stack/stack/stack-file';
import { Failure } from '@course/ops/failure';
import { withRedis, type Redis } from '@course/ops/redis';
import { startProgram, type RunningProgram } from '@course/test-kit/server-process';
import { readLoad, repeatLoad, requireSuccess, type LoadResult } from './http-load.ts';
import type { Measurement } from './measurement.ts';
import { familyCpuMs } from './process-use.ts';
import { untilStreamEmpty } from '../until-stream-empty.ts';
import { edgeProgram, startEcho } from '../programs.ts';
import { answer, ANSWERS, getRequest, PAGE, startSession, visitRequests } from './visit-requests.ts';

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
  /** Root of a built checkout, whose edge is measured in front of the echo. */
  readonly root: string;
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
  readonly pid: number;
  /** Sends this many requests. */
  readonly load: (requests: number) => Promise<LoadResult>;
  readonly budgetMs?: number;
  readonly p99BudgetMs?: number;
}

/** Measures one kind of request at 16 connections: CPU of the process that responds, and the p99. */
const measureSingle = async ({ name, pid, load, budgetMs, p99BudgetMs }: Single): Promise<readonly Measurement[]> => {
  requireSuccess(name, await load(SINGLES / 2));
  const before = familyCpuMs(pid);
  const result = await load(SINGLES);
  requireSuccess(name, result);
  const cpu = (familyCpuMs(pid) - before) / SINGLES;
  return [
    { name: `${name}: CPU in ms`, value: cpu, unit: '', ...(budgetMs === undefined ? {} : { budget: budgetMs }) },
    {
      name: `${name}: p99 at ${CONNECTIONS} connections`,
      value: result.p99Ms,
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

/** Returns a load that sends a sequence until it has sent the requests. */
const repeated =
  (url: string, sequence: readonly Request[]): Single['load'] =>
  (requests) =>
    repeatLoad({ url, connections: CONNECTIONS, sequence, times: requests / sequence.length });

/**
 * Measures an answer at an edge whose service is the echo. Unlike the edge of the stack, which waits for svc-funnel, it
 * is never idle: the difference is the cost of waking up for each request and response.
 */
const measureBusyEdge = async (root: string, echo: RunningProgram): Promise<readonly Measurement[]> => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bench-visit-'));
  try {
    const store = { RELEASE_STORE: path.join(folder, 'releases') };
    const edge = await startProgram(edgeProgram({ root, folder, store, servicesUrl: echo.url }));
    const load = repeated(edge.url, answers(edge.url));
    return await measureSingle({ name: 'an answer at an edge before the echo', pid: edge.pid, load }).finally(
      edge.stop,
    );
  } finally {
    await fs.rm(folder, { recursive: true });
  }
};

const measureSingles = async (stack: StackFile, echo: RunningProgram): Promise<readonly Measurement[]> => {
  const { url, funnelUrl, trackingUrl, pids } = stack;
  const [funnel, tracking, edge] = [pids['funnel'] ?? 0, pids['tracking'] ?? 0, pids['edge'] ?? 0];
  const health = [getRequest('/healthz')];
  const script = `${url}${await scriptOf(url)}`;
  const singles: readonly Single[] = [
    { name: 'bare echo of an answer', pid: echo.pid, load: repeated(echo.url, answers(url)) },
    {
      name: 'an answer in svc-funnel',
      pid: funnel,
      load: repeated(funnelUrl, answers(url)),
      budgetMs: 0.6,
      p99BudgetMs: 25,
    },
    { name: 'an answer at the edge', pid: edge, load: repeated(url, answers(url)), budgetMs: 0.2 },
    {
      name: 'a file at the edge',
      pid: edge,
      load: (times) => readLoad({ url: script, headers: PAGE, connections: CONNECTIONS, times }),
      budgetMs: 0.15,
    },
    { name: 'a page at the edge', pid: edge, load: repeated(url, [getRequest('/q1')]) },
    { name: '/healthz of the edge', pid: edge, load: repeated(url, health) },
    { name: '/healthz of svc-funnel', pid: funnel, load: repeated(funnelUrl, health) },
    { name: '/healthz of svc-tracking', pid: tracking, load: repeated(trackingUrl, health) },
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
export const measureVisit = async ({ root, dataDir, visits, say }: VisitOptions): Promise<readonly Measurement[]> => {
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
    return [...figures, ...(await measureSingles(stack, echo)), ...(await measureBusyEdge(root, echo)), ...idle];
  } finally {
    await echo.stop();
  }
};
