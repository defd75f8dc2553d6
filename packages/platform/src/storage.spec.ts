import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeStorage, refuseStorage } from '../test/fake-storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const load = async () => {
  vi.resetModules();
  return import('./storage.ts');
};

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
});

describe('on a device with storage', () => {
  it('keeps raw values verbatim', async () => {
    const { writeRaw, readRaw } = await load();
    writeRaw('sales002_timer_start_v2', '1790000000000');
    expect(storage.items.get('sales002_timer_start_v2')).toBe('1790000000000');
    expect(readRaw('sales002_timer_start_v2')).toBe('1790000000000');
  });

  it('returns versioned values after a reload', async () => {
    (await load()).writeVersioned('name', 'Anna');
    expect((await load()).readVersioned('name', isText)).toBe('Anna');
  });

  it('returns nothing that another tab removed', async () => {
    const { writeVersioned, readVersioned } = await load();
    writeVersioned('outbox', 'a request');
    storage.items.delete('outbox');
    expect(readVersioned('outbox', isText)).toBeUndefined();
  });

  it('returns nothing that was removed', async () => {
    const { writeRaw, removeRaw, readRaw } = await load();
    writeRaw('key', 'value');
    removeRaw('key');
    expect(readRaw('key')).toBeNull();
  });

  it.each([
    ['nothing', undefined],
    ['invalid JSON', '{"version":1,"value":'],
    ['a bare value', '"Anna"'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[1,"Anna"]'],
    ['an older version', '{"version":0,"value":"Anna"}'],
    ['a newer version', '{"version":2,"value":"Anna"}'],
    ['a version of another type', '{"version":"1","value":"Anna"}'],
    ['no version', '{"value":"Anna"}'],
    ['no value', '{"version":1}'],
    ['another shape', '{"version":1,"value":{"first":"Anna"}}'],
  ])('rejects %s', async (_case, stored) => {
    if (stored !== undefined) storage.items.set('name', stored);
    expect((await load()).readVersioned('name', isText)).toBeUndefined();
  });
});

describe('on a device that refuses storage', () => {
  it('uses memory if access to storage throws', async () => {
    refuseStorage();
    const { writeVersioned, readVersioned, removeRaw } = await load();
    writeVersioned('name', 'Anna');
    expect(readVersioned('name', isText)).toBe('Anna');
    removeRaw('name');
    expect(readVersioned('name', isText)).toBeUndefined();
  });

  it('uses memory if there is no storage at all', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { writeRaw, readRaw } = await load();
    expect(readRaw('key')).toBeNull();
    writeRaw('key', 'value');
    expect(readRaw('key')).toBe('value');
  });

  it('returns the newer value if the device is full and holds an older one', async () => {
    const { writeRaw, readRaw } = await load();
    writeRaw('key', 'old');
    storage.full = true;
    writeRaw('key', 'new');
    expect(readRaw('key')).toBe('new');
    storage.full = false;
    writeRaw('key', 'newest');
    expect([readRaw('key'), storage.items.get('key')]).toEqual(['newest', 'newest']);
  });
});
