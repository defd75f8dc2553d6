/**
 * A store that takes longer to answer counts as unreachable (ADR 36). Longer than any blocking command on a watched
 * connection.
 */
const STORE_ANSWER_MAX_MS = 1500;
const STEPS = 10;

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
 * not cancelled; its late outcome is ignored. The time passes in `steps`, and one during which this process was blocked
 * counts once, however long that took.
 */
export const within = <T>(ms: number, promise: Promise<T>, steps = 1): Promise<T> =>
  new Promise((resolve, reject) => {
    let left = steps;
    let timer: NodeJS.Timeout;
    const onStep = (): void => {
      left -= 1;
      if (left > 0) wait();
      else if (left === 0) reject(new NoAnswerError(`No answer within ${ms} ms`));
    };
    const wait = (): void => {
      // After a blocked event loop timers run before sockets are read: an answer that has already arrived still counts.
      timer = setTimeout(() => setImmediate(onStep), ms / steps);
    };
    const stop = (): void => {
      left = 0;
      clearTimeout(timer);
    };
    wait();
    promise.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        reject(error);
      },
    );
  });

/**
 * Returns a store's answer, or rejects with a `NoAnswerError` if it takes longer than 1.5 s. Delays of this process say
 * nothing about the store: one that loads modules, or is short of CPU, would otherwise give up a store that answered.
 */
export const storeAnswer = <T>(answer: Promise<T>): Promise<T> => within(STORE_ANSWER_MAX_MS, answer, STEPS);
