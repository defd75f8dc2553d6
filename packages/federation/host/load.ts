import {
  folderOf,
  SUPPORTED_CONTRACTS,
  type FailureReason,
  type Remote,
  type RemoteAddress,
} from '../contract/remote.ts';
import { reportRemoteError } from './errors.ts';
import { diagnose, SlowError, watchScripts } from './failure.ts';
import { forgetMark, isMarkedAsHung, markAsStarting } from './hang-mark.ts';
import { importExposed, TIMEOUT_MS } from './runtime.ts';

/** The outcome of loading a remote; loading never rejects. */
export type LoadResult =
  { readonly ok: true; readonly remote: Remote } | { readonly ok: false; readonly reason: FailureReason };

const supports = (contract: unknown): boolean => SUPPORTED_CONTRACTS.some((supported) => supported === contract);

/** Validates what a remote's entry exported. `loaded` is untrusted: another team built it. */
export function validateRemote(loaded: unknown, address: RemoteAddress): LoadResult {
  const remote =
    typeof loaded === 'object' && loaded !== null && 'default' in loaded ? (loaded.default as Remote) : undefined;
  if (!remote) return { ok: false, reason: 'broken' };
  if (!supports(remote.contract)) return { ok: false, reason: 'contract' };
  const isUsable = remote.name === address.name && Array.isArray(remote.routes);
  return isUsable ? { ok: true, remote } : { ok: false, reason: 'broken' };
}

interface Attempt {
  readonly promise: Promise<LoadResult>;
  /** True once a screen waits for it, which then shows its failure. */
  isAwaited: boolean;
  /** Undefined until the promise has resolved. */
  result?: LoadResult;
}

const attempts = new Map<string, Attempt>();

function attemptFor(address: RemoteAddress): Attempt {
  const known = attempts.get(address.name);
  if (known) return known;
  const attempt: Attempt = {
    isAwaited: false,
    promise: fetchRemote(address).then((result) => (attempt.result = result)),
  };
  attempts.set(address.name, attempt);
  return attempt;
}

/** Loads a remote once, to show one of its screens; later calls return the same promise. It never rejects. */
export function load(address: RemoteAddress): Promise<LoadResult> {
  const attempt = attemptFor(address);
  attempt.isAwaited = true;
  return attempt.promise;
}

/** Returns the result of loading a remote if there is one, so that a screen that need not wait is rendered at once. */
export const loadResult = ({ name }: Pick<RemoteAddress, 'name'>): LoadResult | undefined => attempts.get(name)?.result;

/** Returns whether a remote's screens can be shown without waiting. */
export const isLoaded = (address: RemoteAddress): boolean => loadResult(address) !== undefined;

/** Loads a remote before one of its screens is shown. After a failure, showing the screen tries again. */
export function preload(address: RemoteAddress | undefined): void {
  if (!address) return;
  // Shown earlier, on a screen that the visitor has left.
  if (loadResult(address)?.ok === false) return forget(address);
  const attempt = attemptFor(address);
  void attempt.promise.then(({ ok }) => {
    if (!ok && !attempt.isAwaited && attempts.get(address.name) === attempt) forget(address);
  });
}

/** Forgets a failed attempt, so that the next `load` tries again, perhaps at another address. */
export function forget({ name, styles }: RemoteAddress): void {
  attempts.delete(name);
  forgetMark({ name });
  // The runtime waits for an existing style sheet link, and one that has failed never fires an event.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet && styles.includes(new URL(link.href).pathname)) link.remove();
  }
}

async function fetchRemote(address: RemoteAddress): Promise<LoadResult> {
  if (!supports(address.contract))
    return failed(address, 'contract', new Error(`contract ${address.contract} is not supported`));
  if (isMarkedAsHung(address, Date.now()))
    return failed(address, 'hung', new Error('it never finished starting on an earlier visit'));
  const scripts = watchScripts(folderOf(address.entry));
  const endStart = markAsStarting(address);
  try {
    return await withinTime(importRemote(address));
  } catch (error) {
    const reason = error instanceof SlowError ? 'slow' : await diagnose(address, scripts.seen);
    return failed(address, reason, scripts.seen[0]?.error ?? error);
  } finally {
    scripts.stop();
    // Its first render is part of its start.
    if (document.hidden) endStart();
    else requestAnimationFrame(() => setTimeout(endStart));
  }
}

function failed(address: RemoteAddress, reason: FailureReason, error: unknown): LoadResult {
  reportRemoteError(address, error, `remote_${reason}`);
  return { ok: false, reason };
}

async function importRemote(address: RemoteAddress): Promise<LoadResult> {
  const result = validateRemote(await importExposed(address), address);
  return result.ok ? result : failed(address, result.reason, new Error('the build is not usable'));
}

function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SlowError(`no response within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
