import { atom, createStore, type Atom, type PrimitiveAtom, type WritableAtom } from 'jotai';
import { useSyncExternalStore } from 'react';
import { readVersioned, removeRaw, writeVersioned } from './storage.ts';

/** The single store of shell and remotes: the platform package is shared, so there is exactly one. */
export const store = createStore();

type StoredAtom<Value> = WritableAtom<Value, [Value], void> & { readonly initial: Value };

const reloads = new Map<string, () => void>();

/** An atom that is persisted in local storage under `key` and follows what other tabs write there. */
export function storedAtom<Value>(
  key: string,
  initial: Value,
  isValue: (value: unknown) => value is Value,
): StoredAtom<Value> {
  const read = () => readVersioned(key, isValue) ?? initial;
  const cell = atom(read());
  const stored = atom(
    (get) => get(cell),
    (_get, set, value: Value) => {
      set(cell, value);
      if (value === initial) removeRaw(key);
      else writeVersioned(key, value);
    },
  );
  reloads.set(key, () => store.set(cell, read()));
  return Object.assign(stored, { initial });
}

/** Sets every stored atom to the value that is now in storage. */
export const reloadStored = (): void => reloads.forEach((reload) => reload());

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === null) reloadStored();
  else reloads.get(event.key)?.();
});

/** An atom that the host and remotes share while the document lives. */
export const sharedAtom = <Value>(initial: Value): PrimitiveAtom<Value> & { readonly initial: Value } =>
  Object.assign(atom(initial), { initial });

/**
 * Returns the atom's value. During hydration it is the initial one, because that is what the served HTML shows; the
 * stored one follows in the same frame.
 */
export const useShared = <Value>(stored: Atom<Value> & { readonly initial: Value }): Value =>
  useSyncExternalStore(
    (notify) => store.sub(stored, notify),
    () => store.get(stored),
    () => stored.initial,
  );
