import { beforeEach, expect, it, vi } from 'vitest';
import { FakeStorage } from '../test/fake-storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
let storage: FakeStorage;
let otherTabWrote: (key: string | null) => void;

const load = async () => {
  vi.resetModules();
  const { store, storedAtom } = await import('./stored-atom.ts');
  const name = storedAtom('user_name', '', isText);
  return { store, name };
};

const asStored = (value: string): string => JSON.stringify({ version: 1, value });

beforeEach(() => {
  const events = new EventTarget();
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  otherTabWrote = (key) => void events.dispatchEvent(Object.assign(new Event('storage'), { key }));
});

it('starts with the stored value, else with its initial value', async () => {
  const before = await load();
  expect(before.store.get(before.name)).toBe('');
  before.store.set(before.name, 'Anna');
  const after = await load();
  expect(after.store.get(after.name)).toBe('Anna');
});

it('stores nothing when it is set to its initial value', async () => {
  const { store, name } = await load();
  store.set(name, 'Anna');
  store.set(name, '');
  expect([...storage.items]).toEqual([]);
});

it('follows what another tab writes and removes, and notifies its subscribers', async () => {
  const { store, name } = await load();
  const seen: string[] = [];
  store.sub(name, () => seen.push(store.get(name)));
  storage.items.set('user_name', asStored('Ben'));
  otherTabWrote('user_name');
  storage.items.clear();
  otherTabWrote(null);
  expect(seen).toEqual(['Ben', '']);
});

it('does not read storage again when another tab wrote another key', async () => {
  const { store, name } = await load();
  storage.items.set('user_name', asStored('Ben'));
  otherTabWrote('user_email');
  expect(store.get(name)).toBe('');
});

it.each(['nonsense', '{"version":0,"value":"Ben"}', asStored('Ben').replace('"Ben"', '7')])(
  'rejects %s from another tab',
  async (stored) => {
    const { store, name } = await load();
    store.set(name, 'Anna');
    storage.items.set('user_name', stored);
    otherTabWrote('user_name');
    expect(store.get(name)).toBe('');
  },
);
