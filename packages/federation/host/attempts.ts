interface Attempt<Result> {
  readonly promise: Promise<Result>;
  /** True once a screen waits for it, which then shows its failure. */
  isAwaited: boolean;
  /** Undefined until the promise has resolved. */
  result?: Result;
}

/** What is loaded once, by key. A result with `ok: false` is a failure. */
export class Attempts<Key, Result extends { readonly ok: boolean }> {
  readonly #attempts = new Map<Key, Attempt<Result>>();

  result(key: Key): Result | undefined {
    return this.#attempts.get(key)?.result;
  }

  forget(key: Key): void {
    this.#attempts.delete(key);
  }

  /** Starts loading, to show a screen; later calls return the same promise. */
  load(key: Key, start: () => Promise<Result>): Promise<Result> {
    const attempt = this.#attemptFor(key, start);
    attempt.isAwaited = true;
    return attempt.promise;
  }

  /** Starts loading before a screen is shown. A failure is forgotten, so that showing the screen tries again. */
  async preload(key: Key, start: () => Promise<Result>, forget: () => void): Promise<Result | undefined> {
    // Shown earlier, on a screen that the visitor has left.
    if (this.result(key)?.ok === false) return void forget();
    const attempt = this.#attemptFor(key, start);
    const result = await attempt.promise;
    if (!result.ok && !attempt.isAwaited && this.#attempts.get(key) === attempt) forget();
    return result;
  }

  #attemptFor(key: Key, start: () => Promise<Result>): Attempt<Result> {
    const known = this.#attempts.get(key);
    if (known) return known;
    const attempt: Attempt<Result> = {
      isAwaited: false,
      promise: start().then((result) => (attempt.result = result)),
    };
    this.#attempts.set(key, attempt);
    return attempt;
  }
}
