import type { Request } from 'autocannon';
import type { RunningProgram } from '@course/test-kit/server-process';
import { httpLoad, postRequest, type LoadResult } from './http-load.ts';
import type { Measurement } from './measurement.ts';
import { median } from './percentile.ts';
import { cpuMs, peakMb } from './process-use.ts';
import { startEcho, startTracking, type TrackingProgram } from '../programs.ts';
import { aView, missingOf } from './tracking-views.ts';

const ROUNDS = 3;
const REQUESTS = 15_000;
const CONNECTIONS = 32;

interface Round {
  readonly echo: LoadResult;
  readonly ingest: LoadResult;
  readonly cpuMsPerRequest: number;
  readonly echoCpuMsPerRequest: number;
}

const load = (url: string, requests: readonly Request[]): Promise<LoadResult> =>
  httpLoad({ url, connections: CONNECTIONS, requests });

const measureRound = async (echo: RunningProgram, service: RunningProgram): Promise<Round> => {
  const requests = Array.from({ length: REQUESTS }, (_, number) =>
    postRequest('/api/page-views', JSON.stringify(aView(number))),
  );
  const echoBefore = cpuMs(echo.pid);
  const echoed = await load(echo.url, requests);
  const echoCpuMsPerRequest = (cpuMs(echo.pid) - echoBefore) / REQUESTS;
  const before = cpuMs(service.pid);
  const ingest = await load(service.url, requests);
  return { echo: echoed, ingest, cpuMsPerRequest: (cpuMs(service.pid) - before) / REQUESTS, echoCpuMsPerRequest };
};

/**
 * Measures single entries, each acknowledged once Redis has it on disk, against a bare server. A second process writes
 * them.
 */
export const measureSingles = async (
  bench: TrackingProgram,
  say: (line: string) => void,
): Promise<readonly Measurement[]> => {
  const [echo, service, writer] = [
    await startEcho(),
    await startTracking(bench, { WRITER: 'off' }),
    await startTracking(bench),
  ];
  try {
    await measureRound(echo, service);
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`Page views, round ${round} of ${ROUNDS}`);
      rounds.push(await measureRound(echo, service));
    }
    const missing = await missingOf(bench.stores, (ROUNDS + 1) * REQUESTS);
    const medianOf = (pick: (round: Round) => number): number => median(rounds.map(pick));
    return [
      {
        name: 'bare echo: requests a second',
        value: Math.round(medianOf(({ echo: { perSecond } }) => perSecond)),
        unit: '',
      },
      {
        name: 'page views: requests a second',
        value: Math.round(medianOf(({ ingest: { perSecond } }) => perSecond)),
        unit: '',
      },
      {
        name: 'page views: bare echo / ours',
        value: medianOf((round) => round.echo.perSecond / round.ingest.perSecond),
        unit: 'x',
        budget: 2.5,
      },
      {
        name: 'page views: CPU of the service a request, in ms',
        value: medianOf(({ cpuMsPerRequest }) => cpuMsPerRequest),
        unit: '',
        budget: 0.08,
      },
      {
        name: 'bare echo: CPU a request, in ms',
        value: medianOf(({ echoCpuMsPerRequest }) => echoCpuMsPerRequest),
        unit: '',
      },
      {
        name: `page views: p99 at ${CONNECTIONS} connections`,
        value: medianOf(({ ingest: { p99Ms } }) => p99Ms),
        unit: 'ms',
        budget: 10,
      },
      { name: 'bare echo: p99', value: medianOf(({ echo: { p99Ms } }) => p99Ms), unit: 'ms' },
      { name: 'page views: peak memory of the service', value: peakMb(service.pid), unit: 'MB', budget: 150 },
      { name: 'page views: peak memory of the writer', value: peakMb(writer.pid), unit: 'MB', budget: 150 },
      { name: 'page views: acknowledged and not stored', value: missing, unit: '', budget: 0 },
    ];
  } finally {
    await Promise.all([echo.stop(), service.stop(), writer.stop()]);
  }
};
