import type { ClientError } from '@course/contracts';
import { folderOf, type RemoteAddress } from '../contract/remote.ts';
import { receiveErrors, reportRemoteError, type ErrorSource, type CaughtError } from './errors.ts';
import { isChunkError } from './failure.ts';

/** Returns the remote whose files a stack or an address contains; the shell if there is none. */
export function sourceOf(trace: string, remotes: readonly RemoteAddress[]): ErrorSource {
  const found = remotes.find(({ entry }) => trace.includes(folderOf(entry)));
  return found ?? { name: 'shell', version: 'current' };
}

const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');

type UncaughtEvent = ErrorEvent | PromiseRejectionEvent;

const errorOf = (event: UncaughtEvent): unknown => ('reason' in event ? event.reason : (event.error ?? event.message));
const traceOfEvent = (event: UncaughtEvent): string =>
  `${traceOf(errorOf(event))} ${'filename' in event ? event.filename : ''}`;

declare global {
  interface Window {
    /** Uncaught errors and rejections from before this script, kept by `edge/early/errors.js`; null afterwards. */
    __earlyErrors?: UncaughtEvent[] | null;
  }
}

/** What a page reports about an error. It contains nothing about the visitor. */
export type ErrorReport = Pick<ClientError, 'remote' | 'release' | 'screen' | 'code'>;

const currentScreen = (): string => document.querySelector<HTMLElement>('[data-screen]')?.dataset['screen'] ?? 'none';

/**
 * Calls `report` with every error, uncaught or caught by a remote or React, and with its time in ms of
 * `performance.now()`; with earlier ones first. Logs uncaught errors with their source.
 */
export function followErrors(
  remotes: () => readonly RemoteAddress[],
  report: (error: ErrorReport, at: number) => void,
): void {
  const handle = ({ error, code, at, source = sourceOf(traceOf(error), remotes()) }: CaughtError): void => {
    const { name: remote, release } = source;
    report({ remote, release, screen: currentScreen(), code: isChunkError(error) ? 'chunk_missing' : code }, at);
  };
  receiveErrors(handle);
  for (const event of window.__earlyErrors ?? []) {
    // Loading a remote has already reported why it failed.
    if (event.defaultPrevented) continue;
    const source = sourceOf(traceOfEvent(event), remotes());
    handle({ error: errorOf(event), code: earlyCode(event), source, at: event.timeStamp });
  }
  window.__earlyErrors = null;
  const listen = (event: UncaughtEvent): void => {
    if (event.defaultPrevented) return;
    reportRemoteError(sourceOf(traceOfEvent(event), remotes()), errorOf(event), codeOf(event));
  };
  addEventListener('error', listen);
  addEventListener('unhandledrejection', listen);
}

const codeOf = (event: UncaughtEvent): ClientError['code'] =>
  'reason' in event ? 'unhandled_rejection' : 'uncaught_error';

/** Returns the code of an early error: errors before the screen was interactive have a code of their own. */
const earlyCode = (event: UncaughtEvent): ClientError['code'] => {
  const [interactive] = performance.getEntriesByName('interactive');
  return !interactive || event.timeStamp < interactive.startTime ? 'early_error' : codeOf(event);
};
