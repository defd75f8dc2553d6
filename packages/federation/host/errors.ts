import type { ClientErrorCode } from '@course/contracts';
import type { RootOptions } from 'react-dom/client';
import type { RemoteAddress } from '../contract/remote.ts';
import { RemoteUnavailable } from './failure.ts';

export type ErrorSource = Pick<RemoteAddress, 'name' | 'version' | 'release'>;

/** An error as it was met. What is told of it (`error-reports.ts`) is loaded once the screen can be used. */
export interface MetError {
  readonly error: unknown;
  readonly code: ClientErrorCode;
  /** Where it came from, if that is known; otherwise its stack tells. */
  readonly source?: ErrorSource;
  /** In ms of `performance.now()`. */
  readonly at: number;
}

/** A page that fails again and again is told of no more often than this before there is a receiver. */
const KEPT_MAX = 20;
const kept: MetError[] = [];
let receive = (met: MetError): void => {
  if (kept.length < KEPT_MAX) kept.push(met);
};

/** Hands all errors on, those that came before first. */
export function receiveErrors(receiver: (met: MetError) => void): void {
  receive = receiver;
  kept.forEach(receiver);
}

/** Logs an error with the remote and the version that it came from and with its code, and hands it on. */
export function reportRemoteError(source: ErrorSource, error: unknown, code: ClientErrorCode): void {
  console.error(`[${source.name}@${source.version}] ${code}:`, error);
  receive({ error, code, source, at: performance.now() });
}

const isKnown = (error: unknown): boolean =>
  error instanceof RemoteUnavailable || (error instanceof Error && error.cause instanceof RemoteUnavailable);

/** React's own reports: what a boundary caught was logged by it, and a remote that is not there was logged when it failed to load. */
export const REACT_REPORTS: Pick<RootOptions, 'onCaughtError' | 'onRecoverableError'> = {
  onCaughtError: () => {},
  onRecoverableError: (error) => {
    if (isKnown(error)) return;
    console.error(error);
    receive({ error, code: 'render_error', at: performance.now() });
  },
};
