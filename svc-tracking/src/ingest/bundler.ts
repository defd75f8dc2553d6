/** Items that are written together. */
interface Bundle<T> {
  readonly items: T[];
  readonly written: Promise<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
}

const newBundle = <T>(): Bundle<T> => {
  let settle: Bundle<T>['settle'] = () => undefined;
  const written = new Promise<unknown>((resolve) => (settle = resolve));
  return { items: [], written, settle };
};

/**
 * Writes the items added in one turn of the event loop together: sharing a command, a timer and a reply cuts their cost
 * to a third.
 */
export class Bundler<T> {
  private open: Bundle<T> | undefined;

  constructor(
    private readonly write: (items: readonly T[]) => Promise<unknown>,
    private readonly itemsMax: number,
  ) {}

  /** Settles with the outcome of the write that the item is part of. */
  add(item: T): Promise<unknown> {
    const bundle = this.open ?? this.begin();
    bundle.items.push(item);
    if (bundle.items.length >= this.itemsMax) this.send(bundle);
    return bundle.written;
  }

  private begin(): Bundle<T> {
    const bundle = newBundle<T>();
    this.open = bundle;
    setImmediate(() => {
      if (this.open === bundle) this.send(bundle);
    });
    return bundle;
  }

  private send(bundle: Bundle<T>): void {
    this.open = undefined;
    bundle.settle(this.write(bundle.items));
  }
}
