import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

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

/** One line of JSON an event. Errors lose the addresses that they quote; nothing else of a visitor is ever a field. */
export const createLogger = (service: string, level: string, stream?: DestinationStream): Logger => {
  const options = { level, base: { service }, serializers: { ...stdSerializers, err: describeError } };
  return stream ? pino(options, stream) : pino(options);
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
