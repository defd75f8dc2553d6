import type { RemoteAddress } from '../contract/remote.ts';

type Build = Pick<RemoteAddress, 'name' | 'version'>;

const keyOf = ({ name }: Pick<Build, 'name'>): string => `remote-starting-${name}`;

const RENEW_MS = 1_000;
const STALE_AFTER_MS = 3_000;
/** A phone that ends a tab in the background leaves a mark, too. Marks are valid for a day. */
const VALID_FOR_MS = 24 * 60 * 60 * 1000;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A device without storage has no mark: there, a remote that hangs will hang again. */
function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is refused.
  }
}

/** Returns whether this build left a mark and stopped renewing it. Another build of the same remote is not affected. */
export function isMarkedAsHung(build: Build, now: number): boolean {
  const [version, at] = (read(keyOf(build)) ?? '').split(' ');
  const age = now - Number(at);
  return version === build.version && age > STALE_AFTER_MS && age < VALID_FOR_MS;
}

export const forgetMark = (build: Pick<Build, 'name'>): void => write(keyOf(build), null);

/**
 * Marks a build as starting. Returns a function that removes the mark.
 *
 * A script that never ends cannot be interrupted: its tab is lost. But the next visit can detect it. While a remote
 * starts, a mark with the time is kept on the device. It is renewed every second, and removed when the remote runs or
 * the page is left. A hung tab can do neither, so a mark that is older than a few renewals was left by one.
 */
export function markAsStarting(build: Build): () => void {
  const renew = (): void => write(keyOf(build), `${build.version} ${Date.now()}`);
  const timer = setInterval(renew, RENEW_MS);
  const end = (): void => {
    clearInterval(timer);
    removeEventListener('pagehide', end);
    forgetMark(build);
  };
  addEventListener('pagehide', end);
  renew();
  return end;
}
