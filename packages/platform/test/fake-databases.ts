interface Row {
  readonly key: string;
}

const soon = (work: () => void): void => queueMicrotask(work);

/** Returns a request that succeeds asynchronously, like a browser's. */
function requestFor<Result>(work: () => Result): IDBRequest<Result> {
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

/** A browser's IndexedDB, as far as the platform uses it: one store, by `key`. Outlives the tabs. */
export class FakeDatabases {
  readonly rows = new Map<string, Row>();
  private connections: { onclose: (() => void) | null }[] = [];

  /** Closes all connections, as a browser does that runs out of memory; `isSilent`: without an event. */
  lose(isSilent: boolean): void {
    const closed = this.connections.splice(0);
    if (!isSilent) closed.forEach(({ onclose }) => onclose?.());
  }

  open(): IDBOpenDBRequest {
    const store = {
      transaction: { commit: () => {} },
      put: (row: Row) => requestFor(() => void this.rows.set(row.key, structuredClone(row))),
      get: (key: string) => requestFor(() => this.rows.get(key)),
      getAll: () => requestFor(() => [...this.rows.values()]),
      delete: (key: string) => requestFor(() => void this.rows.delete(key)),
      clear: () => requestFor(() => this.rows.clear()),
    };
    return requestFor(() => {
      const connection = {
        onclose: null,
        transaction: () => {
          if (!this.connections.includes(connection)) throw new DOMException('closed', 'InvalidStateError');
          return { objectStore: () => store };
        },
      };
      this.connections.push(connection);
      return connection;
    }) as unknown as IDBOpenDBRequest;
  }
}
