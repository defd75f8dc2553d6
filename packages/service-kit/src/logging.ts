import type { LoggerService } from '@nestjs/common';
import { destination, pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export type { Logger };

const ADDRESS = /[^\s@"'<>(),:;]+@[^\s@"'<>(),:;]+/g;

/** Providers and databases like to quote the value they refuse: an address must not reach a log that way. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESS, '[address]');

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
}

// Prisma quotes a call's arguments before it says, in the last line, what was wrong.
const saysOnly = ({ name, message }: Error): string =>
  name.startsWith('PrismaClient') ? (message.trimEnd().split('\n').at(-1) ?? '') : message;

/** Where it happened, without the message that heads a stack. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

const describeError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const { name, stack } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return { type: name, message: withoutAddresses(saysOnly(error)), ...code, stack: stack && framesOf(stack) };
};

const BUFFER_BYTES = 4096;
const WRITE_AFTER_MS = 250;

/**
 * Standard output, written in pieces: a write for each line of a busy service costs more than the line. At its end a
 * process writes what is left; killed outright, it loses a quarter of a second.
 */
const buffered = (): DestinationStream => {
  const output = destination({ minLength: BUFFER_BYTES, sync: false });
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    output.flush();
  };
  return {
    write: (line) => {
      output.write(line);
      if (!isDue) setTimeout(flush, WRITE_AFTER_MS).unref();
      isDue = true;
    },
  };
};

/** One line of JSON an event. Errors lose the addresses that they quote; nothing else of a visitor is ever a field. */
export const createLogger = (service: string, level: string, stream: DestinationStream = buffered()): Logger => {
  const options = { level, base: { service }, serializers: { ...stdSerializers, err: describeError } };
  return pino(options, stream);
};

const textOf = (message: unknown): string =>
  withoutAddresses(message instanceof Error ? (message.stack ?? message.message) : String(message));

/** Nest's own lines, through the same logger. Its start-up chatter is debug. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(textOf(message)),
  debug: (message: unknown) => logger.debug(textOf(message)),
  verbose: (message: unknown) => logger.trace(textOf(message)),
  warn: (message: unknown) => logger.warn(textOf(message)),
  error: (message: unknown) => logger.error(textOf(message)),
  fatal: (message: unknown) => logger.fatal(textOf(message)),
});
