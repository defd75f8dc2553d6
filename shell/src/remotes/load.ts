import type { RemoteAddress } from '@course/contracts';
import { loadExposed } from './container.ts';
import { reportRemoteError } from './errors.ts';
import { judgeRemote, supports, type LoadResult } from './load-result.ts';

const TIMEOUT_MS = 8_000;

/** A promise that React's `use` reads without suspending once it is settled. */
interface Loading extends Promise<LoadResult> {
  status?: 'fulfilled';
  value?: LoadResult;
}

const loading = new Map<string, Loading>();

/** Loads a remote once; later calls give the same promise. It never rejects. */
export function load(address: RemoteAddress): Promise<LoadResult> {
  const known = loading.get(address.name);
  if (known) return known;
  const attempt: Loading = fetchRemote(address).then((result) => {
    attempt.status = 'fulfilled';
    attempt.value = result;
    return result;
  });
  loading.set(address.name, attempt);
  return attempt;
}

/** Whether a remote's screens can be shown without waiting. */
export const isLoaded = ({ name }: RemoteAddress): boolean => loading.get(name)?.status === 'fulfilled';

/** Forgets a failed attempt, so that the next `load` tries again, perhaps at another address. */
export function forget({ name, styles }: RemoteAddress): void {
  loading.delete(name);
  // The runtime waits for a style sheet's link that it finds, and one that failed never answers.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet && styles.includes(new URL(link.href).pathname)) link.remove();
  }
}

async function fetchRemote(address: RemoteAddress): Promise<LoadResult> {
  if (!supports(address.contract)) {
    reportRemoteError(address, new Error(`contract ${address.contract} is not supported`));
    return { ok: false, reason: 'contract' };
  }
  try {
    return await withinTime(importTwice(address));
  } catch (error) {
    reportRemoteError(address, error);
    return { ok: false, reason: error instanceof SlowError ? 'slow' : 'unreachable' };
  }
}

/** A preload that failed answers the first real request with its failure, so one more is worth it. */
const importTwice = (address: RemoteAddress): Promise<LoadResult> => importRemote(address).catch(() => importRemote(address));

async function importRemote(address: RemoteAddress): Promise<LoadResult> {
  const result = judgeRemote(await loadExposed(address.name.replaceAll('-', '_'), address.entry), address);
  if (!result.ok) reportRemoteError(address, new Error(`the build is not usable: ${result.reason}`));
  return result;
}

class SlowError extends Error {}

function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SlowError(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
