import type { RemoteAddress } from '../contract/remote.ts';

type Build = Pick<RemoteAddress, 'name' | 'version'>;

/**
 * A script that never ends cannot be interrupted: its tab is lost. But the next visit can know. While a remote starts, a
 * mark with the time stands on the device, renewed every second and removed when the remote runs or the page is left. A
 * hung tab can do neither, so a mark that is older than a few renewals was left by one.
 */
const keyOf = ({ name }: Pick<Build, 'name'>): string => `remote-starting-${name}`;

const RENEWED_EVERY_MS = 1_000;
const STALE_AFTER_MS = 3_000;
/** A phone that ends a tab in the background leaves a mark too. It is believed for a day. */
const BELIEVED_FOR_MS = 24 * 60 * 60 * 1000;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A device that keeps nothing has no mark: there a remote that hangs hangs again. */
function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Refused.
  }
}

/** Returns true if this build left a mark and stopped renewing it. Another build of the same remote is not blamed. */
export function isMarkedAsHung(build: Build, now: number): boolean {
  const [version, at] = (read(keyOf(build)) ?? '').split(' ');
  const age = now - Number(at);
  return version === build.version && age > STALE_AFTER_MS && age < BELIEVED_FOR_MS;
}

export const forgetMark = (build: Pick<Build, 'name'>): void => write(keyOf(build), null);

/** Marks a build as starting. Returns what ends that. */
export function markAsStarting(build: Build): () => void {
  const renew = (): void => write(keyOf(build), `${build.version} ${Date.now()}`);
  const timer = setInterval(renew, RENEWED_EVERY_MS);
  const end = (): void => {
    clearInterval(timer);
    removeEventListener('pagehide', end);
    forgetMark(build);
  };
  addEventListener('pagehide', end);
  renew();
  return end;
}
