import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../testing/a-build.ts';
import { folderStore } from './folder-store.ts';
import { openStore } from './open-store.ts';
import { startS3Double, type S3Double } from '../testing/s3-double.ts';
import { s3Store } from './s3-store.ts';
import { changeObject, readObject, StoreUnavailable, type ReleaseStore } from './store.ts';

let s3: S3Double;
beforeAll(async () => {
  s3 = await startS3Double();
});
afterAll(() => s3.stop());

const STORES: readonly [string, () => ReleaseStore][] = [
  ['a folder', () => folderStore(scratchFolder())],
  // A prefix for each test, because they share a bucket.
  ['a bucket', () => s3Store({ ...s3.options, prefix: `${randomUUID()}/` })],
];

const text = async (store: ReleaseStore, key: string): Promise<string | undefined> =>
  (await readObject(store, key))?.body.toString();

describe.each(STORES)('%s', (_what, make) => {
  it('returns what was written, and nothing for what was not', async () => {
    const store = make();
    expect(await store.read('a/b.json')).toBeUndefined();
    expect(await store.create('a/b.json', Buffer.from('one'))).toBe(true);
    expect(await text(store, 'a/b.json')).toBe('one');
  });

  it('preserves every byte and any file name', async () => {
    const store = make();
    const body = Buffer.from([0, 255, 10, 13, 128]);
    await store.create('a/x@1_2.y+z.bin', body);
    expect((await readObject(store, 'a/x@1_2.y+z.bin'))?.body.equals(body)).toBe(true);
  });

  it('creates an object once', async () => {
    const store = make();
    const created = await Promise.all(
      ['one', 'two', 'three'].map((content) => store.create('k', Buffer.from(content))),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    const kept = await text(store, 'k');
    expect(await store.create('k', Buffer.from('four'))).toBe(false);
    expect(await text(store, 'k')).toBe(kept);
  });

  it('reports that an object is unchanged while it is', async () => {
    const store = make();
    await store.create('k', Buffer.from('one'));
    const { tag } = (await readObject(store, 'k'))!;
    expect(await store.read('k', tag)).toBe('unchanged');
    await store.swap('k', Buffer.from('two'), tag);
    expect(await store.read('k', tag)).toMatchObject({ body: Buffer.from('two') });
  });

  it('swaps only an object with the known tag', async () => {
    const store = make();
    expect(await store.swap('k', Buffer.from('one'), 'none')).toBe(false);
    await store.create('k', Buffer.from('one'));
    const { tag } = (await readObject(store, 'k'))!;
    const swapped = await Promise.all(['two', 'three'].map((next) => store.swap('k', Buffer.from(next), tag)));
    expect(swapped.filter(Boolean)).toHaveLength(1);
    expect(await store.swap('k', Buffer.from('four'), tag)).toBe(false);
  });

  it('loses none of several concurrent changes to an object', async () => {
    const store = make();
    const add = (number: number) =>
      changeObject(store, 'list', (current) =>
        Buffer.from(JSON.stringify([...(JSON.parse(current?.toString() ?? '[]') as number[]), number])),
      );
    await Promise.all([1, 2, 3, 4, 5, 6].map(add));
    expect((JSON.parse((await text(store, 'list'))!) as number[]).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('does not make a change again if the response to its write got lost', async () => {
    const store = make();
    await store.create('k', Buffer.from('1'));
    const swap: ReleaseStore['swap'] = async (...written) => !(await store.swap(...written));
    await changeObject({ ...store, swap }, 'k', (body) => Buffer.from(`${Number(body) + 1}`));
    expect(await text(store, 'k')).toBe('2');
  });

  it('lists all keys with a prefix, even over several pages', async () => {
    const store = make();
    const names = Array.from({ length: 30 }, (_, at) => `audit/${String(at).padStart(3, '0')}.json`);
    for (const name of ['other/x', ...names]) await store.create(name, Buffer.from('x'));
    expect(await store.list('audit/')).toEqual(names);
    expect(await store.list('audit/01')).toHaveLength(10);
    expect(await store.list('nothing/')).toEqual([]);
  });

  it('deletes an object, even if it no longer exists', async () => {
    const store = make();
    await store.create('a/b/c', Buffer.from('x'));
    await store.remove('a/b/c');
    await store.remove('a/b/c');
    expect(await store.list('')).toEqual([]);
  });
});

describe('a folder', () => {
  it('rejects keys that lead out of it', async () => {
    await expect(folderStore(scratchFolder()).read('../x')).rejects.toThrow(/leads out of the store/);
  });

  it('that cannot be used is reported in one sentence', async () => {
    const folder = path.join(scratchFolder(), 'store');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'remotes'), '');
    await expect(folderStore(folder).create('remotes/x', Buffer.from('x'))).rejects.toThrow(StoreUnavailable);
  });
});

describe('a bucket', () => {
  it.each([
    ['with a wrong secret', { secretAccessKey: 'wrong' }, /403 SignatureDoesNotMatch/],
    ['with a wrong key', { accessKeyId: 'AKIAOTHER' }, /403 InvalidAccessKeyId/],
    ['of another region', { region: 'eu-west-9' }, /403 AuthorizationHeaderMalformed/],
    ['that does not exist', { bucket: 'missing' }, /s3:\/\/missing\/.* does not exist/],
    ['of a server that cannot be reached', { endpoint: 'http://127.0.0.1:9' }, /s3:\/\/releases\//],
  ])('%s is reported in one sentence', async (_what, changed, sentence) => {
    const store = s3Store({ ...s3.options, ...changed });
    await expect(store.read('registry.json')).rejects.toThrow(sentence);
    await expect(store.create('x', Buffer.from('x'))).rejects.toThrow(StoreUnavailable);
  });

  it('waits for a conflicting write that is still in progress', async () => {
    s3.conflict(2);
    const store = s3Store({ ...s3.options, prefix: `${randomUUID()}/` });
    expect(await store.create('k', Buffer.from('one'))).toBe(true);
    s3.conflict(100);
    await expect(store.create('k2', Buffer.from('one'))).rejects.toThrow(/refused with 409 ConditionalRequestConflict/);
    s3.conflict(0);
  });

  it('is retried after a temporary failure', async () => {
    let left = 1;
    s3.fail(() => left-- > 0);
    try {
      expect(await s3Store(s3.options).create(randomUUID(), Buffer.from('x'))).toBe(true);
    } finally {
      s3.fail(false);
    }
  });
});

describe('the environment names the store', () => {
  it.each([
    ['/data/releases', {}, '/data/releases'],
    ['s3://bucket', { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }, 's3://bucket/'],
    ['s3://bucket/team/x', { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }, 's3://bucket/team/x/'],
  ])('%s', (place, keys, opened) => {
    expect(openStore({ RELEASE_STORE: place, ...keys }).place).toBe(opened);
  });

  it.each([
    ['s3://bucket', /Set AWS_ACCESS_KEY_ID/],
    ['s3:bucket', /must be a folder or s3:/],
  ])('and %s is rejected with a sentence', (place, sentence) => {
    expect(() => openStore({ RELEASE_STORE: place })).toThrow(sentence);
  });
});
