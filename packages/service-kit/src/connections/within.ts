/**
 * A store that takes longer to answer counts as unreachable (ADR 36). Longer than any blocking command on a watched
 * connection.
 */
export const STORE_ANSWER_MAX_MS = 1500;

/** A store, or the network in front of it, did not answer in time. Has the same code as a socket's own timeout. */
export class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(message: string) {
    super(message);
    this.name = 'NoAnswerError';
  }
}

/**
 * Returns the promise's outcome, or rejects with a `NoAnswerError` when it takes longer than `ms`. The call itself is
 * not cancelled; its late outcome is ignored.
 */
export const within = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    // After a blocked event loop timers run before sockets are read: an answer that has already arrived still counts.
    const timer = setTimeout(() => setImmediate(() => reject(new NoAnswerError(`No answer within ${ms} ms`))), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
