import type { RemoteAddress } from '@course/contracts';
import { readRaw, removeRaw, writeRaw } from '@course/platform/host';

/**
 * A script that never ends cannot be interrupted: its tab is lost. But the next visit can know. While a remote starts, a
 * mark with the time stands on the device, renewed every second and removed when the remote runs or the page is left. A
 * hung tab can do neither, so a mark that is older than a few renewals was left by one.
 */
const KEY = 'remote-starting';
const RENEWED_EVERY_MS = 1_000;
const STALE_AFTER_MS = 3_000;
/** A phone that ends a tab in the background leaves a mark too. It is believed for a day. */
const BELIEVED_FOR_MS = 24 * 60 * 60 * 1000;

type Build = Pick<RemoteAddress, 'name' | 'version'>;

const idOf = ({ name, version }: Build): string => `${name}@${version}`;

/** Returns true if this build left a mark and stopped renewing it. Another build of the same remote is not blamed. */
export function isMarkedAsHung(build: Build, now: number): boolean {
  const [id, at] = (readRaw(KEY) ?? '').split(' ');
  const age = now - Number(at);
  return id === idOf(build) && age > STALE_AFTER_MS && age < BELIEVED_FOR_MS;
}

export const forgetMark = (): void => removeRaw(KEY);

/** Marks a build as starting. Returns what ends that. */
export function markAsStarting(build: Build): () => void {
  const renew = (): void => writeRaw(KEY, `${idOf(build)} ${Date.now()}`);
  const timer = setInterval(renew, RENEWED_EVERY_MS);
  const end = (): void => {
    clearInterval(timer);
    removeEventListener('pagehide', end);
    forgetMark();
  };
  addEventListener('pagehide', end);
  renew();
  return end;
}
