import type { Logger } from 'pino';
import { messageOf } from '../base/failure.ts';
import { ReleaseRefused } from '../registry/release.ts';

/** Logs a persistent problem once, and its end. */
export const persistentProblems = (logger: Pick<Logger, 'info' | 'error'>) => {
  const reported = new Map<string, string>();
  return {
    report: (about: string, error: unknown, what: string): void => {
      const reason = messageOf(error);
      if (reported.get(about) === reason) return;
      reported.set(about, reason);
      logger.error({ about, reason, ...(error instanceof ReleaseRefused && { code: error.reason }) }, what);
    },
    resolve: (about: string, what: string): void => void (reported.delete(about) && logger.info({ about }, what)),
  };
};

export type Problems = ReturnType<typeof persistentProblems>;
