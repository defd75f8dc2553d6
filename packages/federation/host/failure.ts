import type { FailureReason, RemoteAddress } from '../contract/remote.ts';

/** Thrown in place of a screen whose remote could not be loaded, which has already been logged. */
export class RemoteUnavailable extends Error {
  constructor(readonly reason: FailureReason) {
    super(`remote_${reason}`);
  }
}

export class SlowError extends Error {}

/** Returns the reason for an error thrown by a remote's code: one of its files failed to load, or it has a bug. */
export function reasonOf(error: unknown): FailureReason {
  if (error instanceof RemoteUnavailable) return error.reason;
  return isChunkError(error) ? 'missing' : 'broken';
}

/** Returns whether the bundler's runtime could not load one of its files. */
export const isChunkError = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

type ScriptError = Pick<ErrorEvent, 'filename' | 'error' | 'message'>;

const TIMEOUT_MS = 2_000;

/** Listens for scripts of a remote that the browser refuses or that throw uncaught errors. */
export function watchScripts(folder: string) {
  const seen: ScriptError[] = [];
  const listen = (event: ErrorEvent): void => {
    // The event of a file that failed to load has no file name.
    if (!event.filename?.includes(folder)) return;
    seen.push(event);
    // It is about to be logged with its reason, so the browser need not log it.
    event.preventDefault();
  };
  // In the capture phase, before the listeners that report unexplained errors.
  addEventListener('error', listen, true);
  return { seen, stop: () => removeEventListener('error', listen, true) };
}

/** Returns why a remote did not load, from its script errors or else from its server's responses. */
export async function diagnose(
  { entry, scripts, styles }: Pick<RemoteAddress, 'entry' | 'scripts' | 'styles'>,
  scriptErrors: readonly ScriptError[],
): Promise<FailureReason> {
  const [first] = scriptErrors;
  if (first) return first.error instanceof SyntaxError ? 'unreadable' : 'broken';
  const states = await Promise.all([entry, ...scripts, ...styles].map(stateOf));
  return states.find((state) => state === 'unreachable') ?? states.find((state) => state === 'missing') ?? 'broken';
}

async function stateOf(file: string): Promise<'here' | 'missing' | 'unreachable'> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const { ok, status } = await fetch(file, { method: 'HEAD', cache: 'no-store', signal: controller.signal });
    return ok ? 'here' : status < 500 ? 'missing' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
