import type { FailureReason, RemoteAddress } from '../contract/remote.ts';

/** Thrown in place of a screen whose remote could not be loaded, which is logged already. */
export class RemoteUnavailable extends Error {
  constructor(readonly reason: FailureReason) {
    super(`remote_${reason}`);
  }
}

export class SlowError extends Error {}

/** The reason that belongs to an error thrown by a remote's code: one of its files did not come, or it has a mistake. */
export function reasonOf(error: unknown): FailureReason {
  if (error instanceof RemoteUnavailable) return error.reason;
  // The name that the bundler's runtime gives it.
  return error instanceof Error && error.name === 'ChunkLoadError' ? 'missing' : 'broken';
}

type ScriptError = Pick<ErrorEvent, 'filename' | 'error' | 'message'>;

const PATIENCE_MS = 2_000;

/** Listens for scripts of a remote that the browser refuses or that throw where nothing can catch it. */
export function watchScripts(folder: string) {
  const seen: ScriptError[] = [];
  const listen = (event: ErrorEvent): void => {
    // A file that did not come has no name here.
    if (!event.filename?.includes(folder)) return;
    seen.push(event);
    // Logged with its reason in a moment, instead of by the browser.
    event.preventDefault();
  };
  // Before those who report what nobody explains.
  addEventListener('error', listen, true);
  return { seen, stop: () => removeEventListener('error', listen, true) };
}

/** Why a remote did not load: what its scripts said, else what the server says about its files. */
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
  const limit = new AbortController();
  setTimeout(() => limit.abort(), PATIENCE_MS);
  try {
    const { ok, status } = await fetch(file, { method: 'HEAD', cache: 'no-store', signal: limit.signal });
    return ok ? 'here' : status < 500 ? 'missing' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
