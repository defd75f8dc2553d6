import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export type { Logger };

const ADDRESS = /[^\s@"'<>(),:;]+@[^\s@"'<>(),:;]+/g;

/** Removes email addresses: providers and databases tend to quote a refused value, which must not reach a log. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESS, '[address]');

/** Returns an error's message without its stack, for a log line's `reason`. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
}

// Prisma quotes a call's arguments; only the last line of its message says what was wrong.
const withoutArguments = ({ name, message }: Error): string =>
  name.startsWith('PrismaClient') ? (message.trimEnd().split('\n').at(-1) ?? '') : message;

/** Returns the frames of a stack, without the message above them. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

const describeError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const { name, stack } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return { type: name, message: withoutAddresses(withoutArguments(error)), ...code, stack: stack && framesOf(stack) };
};

/**
 * Creates a logger that writes one line of JSON per event. Email addresses are removed from errors; no field has
 * visitor data.
 */
export const createLogger = (service: string, level: string, stream?: DestinationStream): Logger => {
  const options = { level, base: { service }, serializers: { ...stdSerializers, err: describeError } };
  return stream ? pino(options, stream) : pino(options);
};

const textOf = (message: unknown): string =>
  withoutAddresses(message instanceof Error ? (message.stack ?? message.message) : String(message));

/** Sends Nest's own messages through the same logger. Its start-up messages become debug. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(textOf(message)),
  debug: (message: unknown) => logger.debug(textOf(message)),
  verbose: (message: unknown) => logger.trace(textOf(message)),
  warn: (message: unknown) => logger.warn(textOf(message)),
  error: (message: unknown) => logger.error(textOf(message)),
  fatal: (message: unknown) => logger.fatal(textOf(message)),
});
