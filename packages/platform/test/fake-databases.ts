interface Row {
  readonly key: string;
}

const soon = (work: () => void): void => queueMicrotask(work);

/** An answer that comes a little later, as a browser's does. */
function answered<Result>(work: () => Result): IDBRequest<Result> {
  const request = Object.assign(new EventTarget(), {
    result: undefined as Result | undefined,
    onsuccess: null as (() => void) | null,
  });
  soon(() => {
    request.result = work();
    request.dispatchEvent(new Event('success'));
    request.onsuccess?.();
  });
  return request as unknown as IDBRequest<Result>;
}

/** What a browser's IndexedDB does, as far as the platform uses it: one store, by `key`. Outlives the tabs. */
export class FakeDatabases {
  readonly rows = new Map<string, Row>();

  open(): IDBOpenDBRequest {
    const store = {
      transaction: { commit: () => {} },
      put: (row: Row) => answered(() => void this.rows.set(row.key, structuredClone(row))),
      get: (key: string) => answered(() => this.rows.get(key)),
      getAll: () => answered(() => [...this.rows.values()]),
      delete: (key: string) => answered(() => void this.rows.delete(key)),
      clear: () => answered(() => this.rows.clear()),
    };
    return answered(() => ({ transaction: () => ({ objectStore: () => store }) })) as unknown as IDBOpenDBRequest;
  }
}
