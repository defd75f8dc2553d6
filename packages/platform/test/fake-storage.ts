/** A browser's local storage, as far as the platform uses it. */
export class FakeStorage {
  readonly items = new Map<string, string>();
  /** Makes writing fail, as when there is no space left. */
  full = false;

  constructor() {
    // A browser's storage lists its keys as properties.
    return new Proxy(this, {
      ownKeys: ({ items }) => [...items.keys()],
      getOwnPropertyDescriptor: ({ items }, key) =>
        typeof key === 'string' && items.has(key)
          ? { value: items.get(key), enumerable: true, configurable: true }
          : undefined,
    });
  }

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

/** Makes any access to storage throw, as in some browsers that block cookies. */
export const refuseStorage = (): void => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
};
