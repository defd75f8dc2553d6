import type { RootOptions } from 'react-dom/client';
import type { RemoteAddress } from '../contract/remote.ts';
import { RemoteUnavailable } from './failure.ts';

type Source = Pick<RemoteAddress, 'name' | 'version'>;

/** Logs an error with the remote and the version that it came from, and with the code of its reason where there is one. */
export function reportRemoteError({ name, version }: Source, error: unknown, code?: string): void {
  console.error(`[${name}@${version}]${code ? ` ${code}:` : ''}`, error);
}

/** The remote whose files a stack or an address names; the shell itself when there is none. */
export function sourceOf(trace: string, remotes: readonly RemoteAddress[]): Source {
  const found = remotes.find(({ entry }) => trace.includes(entry.slice(0, entry.lastIndexOf('/') + 1)));
  return found ?? { name: 'shell', version: 'current' };
}

const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');

/** Returns the remotes of the page as they are now. */
type ReadRemotes = () => readonly RemoteAddress[];

/** Logs uncaught errors and rejections with their source. While a remote is being loaded, its loading says why it failed. */
export function reportUncaughtErrors(remotes: ReadRemotes, isLoading: (source: Source) => boolean): void {
  addEventListener('error', (event) => {
    const source = sourceOf(`${traceOf(event.error)} ${event.filename}`, remotes());
    // Logged with its reason in a moment, instead of by the browser.
    if (isLoading(source)) return event.preventDefault();
    reportRemoteError(source, event.error ?? event.message);
  });
  addEventListener('unhandledrejection', (event) =>
    reportRemoteError(sourceOf(traceOf(event.reason), remotes()), event.reason),
  );
}

const isKnown = (error: unknown): boolean =>
  error instanceof RemoteUnavailable || (error instanceof Error && error.cause instanceof RemoteUnavailable);

/** React's own reports: what a boundary caught was logged by it, and a remote that is not there was logged when it failed to load. */
export const reactReports = (remotes: ReadRemotes): Pick<RootOptions, 'onCaughtError' | 'onRecoverableError'> => ({
  onCaughtError: () => {},
  onRecoverableError: (error) => {
    if (!isKnown(error)) reportRemoteError(sourceOf(traceOf(error), remotes()), error);
  },
});
