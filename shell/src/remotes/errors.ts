import type { RemoteAddress } from '@course/contracts';
import { runtimeConfig } from '@course/platform/host';

/** Logs an error with the remote and the version that it came from. */
export function reportRemoteError({ name, version }: Pick<RemoteAddress, 'name' | 'version'>, error: unknown): void {
  console.error(`[${name}@${version}]`, error);
}

/** The remote whose files a stack or an address names; the shell itself when there is none. */
export function sourceOf(trace: string, remotes: readonly RemoteAddress[]): Pick<RemoteAddress, 'name' | 'version'> {
  const found = remotes.find(({ entry }) => trace.includes(entry.slice(0, entry.lastIndexOf('/') + 1)));
  return found ?? { name: 'shell', version: 'current' };
}

const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');

/** Uncaught errors and rejections are logged with their source too. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => {
    reportRemoteError(sourceOf(`${traceOf(event.error)} ${event.filename}`, runtimeConfig().remotes), event.error ?? event.message);
  });
  addEventListener('unhandledrejection', (event) => {
    reportRemoteError(sourceOf(traceOf(event.reason), runtimeConfig().remotes), event.reason);
  });
}
