import type { ClientError } from '@course/contracts';
import { folderOf, type RemoteAddress } from '../contract/remote.ts';
import { receiveErrors, reportRemoteError, type ErrorSource, type MetError } from './errors.ts';

/** The remote whose files a stack or an address names; the shell itself when there is none. */
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
    /** Uncaught errors and rejections of before this script; kept by `edge/early/errors.js`, null since then. */
    __earlyErrors?: UncaughtEvent[] | null;
  }
}

/** What a page reports of an error. Nothing in it tells of the visitor. */
export type ErrorReport = Pick<ClientError, 'remote' | 'release' | 'screen' | 'code'>;

const screenOnShow = (): string => document.querySelector<HTMLElement>('[data-screen]')?.dataset['screen'] ?? 'none';

/**
 * Calls `report` with every error that a remote, React or nobody caught, and with the moment at which it happened, in ms
 * of `performance.now()`; those of before first. Logs what is uncaught with its source.
 */
export function followErrors(
  remotes: () => readonly RemoteAddress[],
  report: (error: ErrorReport, at: number) => void,
): void {
  const tell = ({ error, code, at, source = sourceOf(traceOf(error), remotes()) }: MetError): void => {
    const { name: remote, release } = source;
    // The name that the bundler's runtime gives it.
    const isChunk = error instanceof Error && error.name === 'ChunkLoadError';
    report({ remote, release, screen: screenOnShow(), code: isChunk ? 'chunk_missing' : code }, at);
  };
  receiveErrors(tell);
  for (const event of window.__earlyErrors ?? []) {
    // Loading a remote says itself why it failed.
    if (event.defaultPrevented) continue;
    const source = sourceOf(traceOfEvent(event), remotes());
    tell({ error: errorOf(event), code: earlyCode(event), source, at: event.timeStamp });
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

/** Errors of before the screen could be used have a code of their own. */
const earlyCode = (event: UncaughtEvent): ClientError['code'] => {
  const [interactive] = performance.getEntriesByName('interactive');
  return !interactive || event.timeStamp < interactive.startTime ? 'early_error' : codeOf(event);
};
