import {
  folderOf,
  SUPPORTED_CONTRACTS,
  type FailureReason,
  type Remote,
  type RemoteAddress,
  type SeparateCode,
} from '../contract/remote.ts';
import { Attempts } from './attempts.ts';
import { reportRemoteError } from './errors.ts';
import { diagnose, isChunkError, SlowError, watchScripts } from './failure.ts';
import { forgetMark, isMarkedAsHung, markAsStarting } from './hang-mark.ts';
import { importExposed, withSecondAttempt, TIMEOUT_MS } from './runtime.ts';

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

/** The outcome of loading a screen's separate code. */
export type CodeResult = { readonly ok: true } | Extract<LoadResult, { readonly ok: false }>;

const remotes = new Attempts<string, LoadResult>();
const codes = new Attempts<SeparateCode, CodeResult>();

/** Loads a remote once, to show one of its screens; later calls return the same promise. It never rejects. */
export const load = (address: RemoteAddress): Promise<LoadResult> =>
  remotes.load(address.name, () => fetchRemote(address));

/** Likewise for the separate code of one of its screens. */
export const loadCode = (address: RemoteAddress, code: SeparateCode): Promise<CodeResult> =>
  codes.load(code, () => fetchCode(address, code));

/** Returns the result of loading a remote if there is one, so that a screen that need not wait is rendered at once. */
export const loadResult = ({ name }: Pick<RemoteAddress, 'name'>): LoadResult | undefined => remotes.result(name);

export const codeResult = (code: SeparateCode): CodeResult | undefined => codes.result(code);

const codeAt = (result: LoadResult, path: string): SeparateCode | undefined =>
  result.ok ? result.remote.routes.find((route) => route.path === path)?.code : undefined;

/** Returns whether a remote's screen at `path` can be shown without waiting. */
export function isLoaded(address: RemoteAddress, path: string): boolean {
  const result = loadResult(address);
  if (!result) return false;
  const code = codeAt(result, path);
  return !code || codeResult(code) !== undefined;
}

/** Loads everything that the screen at `path` needs. Never rejects. */
export async function loadScreen(address: RemoteAddress, path: string): Promise<void> {
  const code = codeAt(await load(address), path);
  if (code) await loadCode(address, code);
}

/** Loads everything that the screen at `path` needs, before it is shown. */
export async function preload(address: RemoteAddress, path: string): Promise<void> {
  const result = await remotes.preload(
    address.name,
    () => fetchRemote(address),
    () => forget(address),
  );
  const code = result && codeAt(result, path);
  if (code)
    await codes.preload(
      code,
      () => fetchCode(address, code),
      () => codes.forget(code),
    );
}

/**
 * Forgets a remote, so that the next `load` tries again, perhaps at another address. The code that its screens load
 * separately is forgotten with it: another attempt has routes of its own.
 */
export function forget({ name, entry }: Pick<RemoteAddress, 'name' | 'entry'>): void {
  remotes.forget(name);
  forgetMark({ name });
  // The runtime waits for an existing style sheet link, and one that has failed never fires an event.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet && new URL(link.href).pathname.startsWith(folderOf(entry))) link.remove();
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

/** Loads the separate code of some of a remote's screens, which is loaded already. */
async function fetchCode(address: RemoteAddress, code: SeparateCode): Promise<CodeResult> {
  const scripts = watchScripts(folderOf(address.entry));
  try {
    await withinTime(withSecondAttempt(code.load));
    return { ok: true };
  } catch (error) {
    return failed(address, await reasonOfCode(address, error, scripts.seen), scripts.seen[0]?.error ?? error);
  } finally {
    scripts.stop();
  }
}

async function reasonOfCode(
  address: RemoteAddress,
  error: unknown,
  seen: Parameters<typeof diagnose>[1],
): Promise<FailureReason> {
  if (error instanceof SlowError) return 'slow';
  const reason = await diagnose(address, seen);
  // The remote's other files are there, and the address does not list this one.
  return reason === 'broken' && isChunkError(error) ? 'missing' : reason;
}

function failed(address: RemoteAddress, reason: FailureReason, error: unknown): Extract<LoadResult, { ok: false }> {
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
