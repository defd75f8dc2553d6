import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswerError, within } from './within.ts';

/** What the watch needs of a client of the package `redis`. */
export interface WatchedRedis {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  ping(): Promise<unknown>;
  destroy(): void;
  connect(): Promise<unknown>;
  emit(event: 'error', error: Error): boolean;
}

/** Between two pings. */
const EVERY_MS = 1000;
/** A ping that takes longer ends the connection. Above the longest blocking command on it. */
const ANSWER_MS = 1500;

const reconnect = (client: WatchedRedis): void => {
  client.emit('error', new NoAnswerError('Redis fell silent'));
  // All that waits for an answer rejects now; the new connection looks the name up anew and is tried again for as long as it takes.
  client.destroy();
  client.connect().catch(() => undefined);
};

/**
 * Pings an opened client until it is destroyed, and makes its connection anew when an answer is late. The client's own
 * `socketTimeout` counts what is written as a sign of life, so that a busy connection to a silent server never ends;
 * it is still needed beside this for a server that accepts a connection and says nothing.
 */
export const watchRedis = (client: WatchedRedis): void => {
  const watch = async (): Promise<void> => {
    for (;;) {
      await pause(EVERY_MS, undefined, { ref: false });
      if (!client.isOpen) return;
      if (!client.isReady) continue;
      const isSilent = await within(ANSWER_MS, client.ping()).then(
        () => false,
        (error: unknown) => error instanceof NoAnswerError,
      );
      if (isSilent && client.isReady) reconnect(client);
    }
  };
  void watch();
};
