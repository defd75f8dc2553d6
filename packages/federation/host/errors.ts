import type { ClientErrorCode } from '@course/contracts';
import type { RootOptions } from 'react-dom/client';
import type { RemoteAddress } from '../contract/remote.ts';
import { RemoteUnavailable } from './failure.ts';

export type ErrorSource = Pick<RemoteAddress, 'name' | 'version' | 'release'>;

/** An error with its circumstances. Reporting (`error-reports.ts`) is loaded once the screen is interactive. */
export interface CaughtError {
  readonly error: unknown;
  readonly code: ClientErrorCode;
  /** Where it came from, if that is known; otherwise it is derived from the stack. */
  readonly source?: ErrorSource;
  /** In ms of `performance.now()`. */
  readonly at: number;
}

/** At most this many errors are kept until there is a receiver, in case a page fails again and again. */
const KEPT_MAX = 20;
const kept: CaughtError[] = [];
let receive = (caught: CaughtError): void => {
  if (kept.length < KEPT_MAX) kept.push(caught);
};

/** Passes all errors to the receiver, earlier ones first. */
export function receiveErrors(receiver: (caught: CaughtError) => void): void {
  receive = receiver;
  kept.forEach(receiver);
}

/** Logs an error with its code and the remote and version that it came from, and passes it on. */
export function reportRemoteError(source: ErrorSource, error: unknown, code: ClientErrorCode): void {
  console.error(`[${source.name}@${source.version}] ${code}:`, error);
  receive({ error, code, source, at: performance.now() });
}

const isKnown = (error: unknown): boolean =>
  error instanceof RemoteUnavailable || (error instanceof Error && error.cause instanceof RemoteUnavailable);

/**
 * React's error handlers: a boundary has logged what it caught, and an unavailable remote was logged when it failed to
 * load.
 */
export const REACT_ERROR_HANDLERS: Pick<RootOptions, 'onCaughtError' | 'onRecoverableError'> = {
  onCaughtError: () => {},
  onRecoverableError: (error) => {
    if (isKnown(error)) return;
    console.error(error);
    receive({ error, code: 'render_error', at: performance.now() });
  },
};
