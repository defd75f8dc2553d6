import { Failure } from '../base/failure.ts';

/** An object of the store, with the tag that changes whenever its content does. */
export interface StoredObject {
  readonly body: Buffer;
  readonly tag: string;
}

/** The store did not do what it was asked; nothing is known of the reason but its sentence. */
export class StoreUnavailable extends Failure {}

/**
 * Where releases, registry and audit log lie: a folder or an S3-compatible bucket. Keys are paths without a slash ahead.
 * Every method rejects with `StoreUnavailable` when the store cannot be reached.
 */
export interface ReleaseStore {
  /** For people: the folder, or the bucket's address. */
  readonly place: string;
  /** Returns `unchanged` when the object still has the tag `known`, and undefined when there is none. */
  read(key: string, known?: string): Promise<StoredObject | 'unchanged' | undefined>;
  /** Writes an object that is not there yet. Resolves to false, without a change, when it is. */
  create(key: string, body: Buffer): Promise<boolean>;
  /** Replaces the object that has this tag. Resolves to false, without a change, when it has another one by now. */
  swap(key: string, body: Buffer, tag: string): Promise<boolean>;
  /** Returns the keys that begin with `prefix`, in order. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deletes an object; one that is not there is fine. */
  remove(key: string): Promise<void>;
}

/** As many requests as a store serves well at once. */
export const AT_ONCE = 12;

/** Reads an object whatever its tag. */
export const readObject = async (store: ReleaseStore, key: string): Promise<StoredObject | undefined> => {
  const found = await store.read(key);
  // Without a known tag nothing is unchanged.
  return found === 'unchanged' ? undefined : found;
};

const SWAPS = 50;

/**
 * Changes an object by compare-and-swap: two who change it at once both succeed, one after the other. `change` gets the
 * present content and may be called again.
 */
export async function changeObject(
  store: ReleaseStore,
  key: string,
  change: (current: Buffer | undefined) => Buffer | Promise<Buffer>,
): Promise<void> {
  for (let left = SWAPS; left > 0; left -= 1) {
    const found = await readObject(store, key);
    const next = await change(found?.body);
    if (found?.body.equals(next)) return;
    if (await (found ? store.swap(key, next, found.tag) : store.create(key, next))) return;
    // Whoever lost waits for a random while, so that the same two do not meet again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  }
  throw new StoreUnavailable(`${key} was changed by others ${SWAPS} times in a row. Try again.`);
}
