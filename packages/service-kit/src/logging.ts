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

/** Writes the lines of one turn of the event loop together: at load a write a line costs a twelfth of an answer. */
export const oneWriteATurn = (stream: DestinationStream): DestinationStream => {
  let waiting = '';
  const write = (): void => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') stream.write(lines);
  };
  // A process that exits has no next turn.
  process.once('exit', write);
  return {
    write: (line) => {
      if (waiting === '') setImmediate(write);
      waiting += line;
    },
  };
};

const standardOutput = oneWriteATurn(pino.destination({ dest: 1, sync: true }));

/** One line of JSON an event. Errors lose the addresses that they quote; nothing else of a visitor is ever a field. */
export const createLogger = (service: string, level: string, stream: DestinationStream = standardOutput): Logger =>
  pino({ level, base: { service }, serializers: { ...stdSerializers, err: describeError } }, stream);

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
