import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswerError, storeAnswer } from './within.ts';

/** The part of a client of the package `redis` that the watch needs. */
export interface WatchedRedis {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  ping(): Promise<unknown>;
  destroy(): void;
  connect(): Promise<unknown>;
  emit(event: 'error', error: Error): boolean;
}

const PING_INTERVAL_MS = 1000;

const reconnect = (client: WatchedRedis): void => {
  client.emit('error', new NoAnswerError('Redis fell silent'));
  // Pending commands reject now. The new connection resolves the host name again, and is retried until it succeeds.
  client.destroy();
  client.connect().catch(() => undefined);
};

/**
 * Pings an open client until it is destroyed, and reconnects it when an answer is late. The client's own
 * `socketTimeout` counts writes as a sign of life, so that a busy connection to a silent server would never end; it is
 * still needed for a server that accepts a connection and then says nothing.
 */
export const watchRedis = (client: WatchedRedis): void => {
  const watch = async (): Promise<void> => {
    for (;;) {
      await pause(PING_INTERVAL_MS, undefined, { ref: false });
      if (!client.isOpen) return;
      if (!client.isReady) continue;
      const isSilent = await storeAnswer(client.ping()).then(
        () => false,
        (error: unknown) => error instanceof NoAnswerError,
      );
      if (isSilent && client.isReady) reconnect(client);
    }
  };
  void watch();
};
