import type { z } from 'zod';
import { Failure } from '../base/failure.ts';
import { parseJson } from '../base/files.ts';

/** An object of the store, with a tag that changes whenever its content does. */
export interface StoredObject {
  readonly body: Buffer;
  readonly tag: string;
}

/** The store failed, for the reason in the message. */
export class StoreUnavailable extends Failure {}

/** An object of the store cannot be read, now or later. */
export class StoreDamaged extends StoreUnavailable {}

/**
 * Stores releases, registry and audit log, in a folder or an S3-compatible bucket. Keys are paths without a leading
 * slash. Every method rejects with `StoreUnavailable` if the store cannot be used.
 */
export interface ReleaseStore {
  /** For people: the folder, or the bucket's address. */
  readonly place: string;
  /** Returns `unchanged` if the object still has the tag `known`, and undefined if there is none. */
  read(key: string, known?: string): Promise<StoredObject | 'unchanged' | undefined>;
  /** Creates an object. Resolves to false, without a change, if it already exists. */
  create(key: string, body: Buffer): Promise<boolean>;
  /** Replaces the object with this tag. Resolves to false, without a change, if it has another tag now. */
  swap(key: string, body: Buffer, tag: string): Promise<boolean>;
  /** Returns the keys that begin with `prefix`, sorted. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deletes an object, if it exists. */
  remove(key: string): Promise<void>;
}

/** How many concurrent requests a store serves well. */
export const STORE_CONCURRENCY = 12;

/** Reads an object whatever its tag. */
export const readObject = async (store: ReleaseStore, key: string): Promise<StoredObject | undefined> => {
  const found = await store.read(key);
  // Without a known tag, it is never `unchanged`.
  return found === 'unchanged' ? undefined : found;
};

/** Parses an object of the store. Throws `StoreDamaged` if that is impossible: without it, releases would be lost. */
export const parseStored = <S extends z.ZodType>(key: string, schema: S, body: Buffer): z.infer<S> =>
  parseJson(
    schema,
    body,
    (why) => new StoreDamaged(`${key} is not in the expected form. Restore it from a backup: ${why}`),
  );

const MAX_ATTEMPTS = 50;

/**
 * Changes an object by compare-and-swap: concurrent changes all succeed, one after the other. `change` gets the current
 * content and may be called again, but not if its result was written and the store's response to that got lost.
 */
export async function changeObject(
  store: ReleaseStore,
  key: string,
  change: (current: Buffer | undefined) => Buffer | Promise<Buffer>,
): Promise<void> {
  let written: Buffer | undefined;
  for (let left = MAX_ATTEMPTS; left > 0; left -= 1) {
    const found = await readObject(store, key);
    // A store that repeats a request whose response got lost reports that the object has another tag by now.
    if (written && found?.body.equals(written)) return;
    const next = await change(found?.body);
    if (found?.body.equals(next)) return;
    written = next;
    if (await (found ? store.swap(key, next, found.tag) : store.create(key, next))) return;
    // The loser waits for a random time, so that the same two do not collide again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  }
  throw new StoreUnavailable(`${key} was changed by others ${MAX_ATTEMPTS} times in a row. Try again.`);
}
