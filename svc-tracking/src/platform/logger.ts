import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

export type { Logger };

/** One line of JSON an event. Nothing of a visitor is ever a field: no session, path, address or body. */
export const createLogger = (level: string): Logger => pino({ level, base: { service: 'svc-tracking' } });

const text = (message: unknown): string =>
  message instanceof Error ? (message.stack ?? message.message) : String(message);

/** Nest's own messages, through ours. What it tells while it starts is of interest to its debuggers only. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(text(message)),
  debug: (message: unknown) => logger.debug(text(message)),
  verbose: (message: unknown) => logger.trace(text(message)),
  warn: (message: unknown) => logger.warn(text(message)),
  error: (message: unknown) => logger.error(text(message)),
  fatal: (message: unknown) => logger.fatal(text(message)),
});
