import { PAGE_VIEW_STREAM } from '@course/contracts';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { baseEnv } from '@course/dev-stack/env';
import { PROJECT_ROOT } from '../paths.ts';
import { startTestRedis } from '@course/test-kit/test-stores';
import { sentenceOf } from '../failure.ts';
import { deadLettersCommand } from './command.ts';
import type { Redis } from '../redis.ts';

let stores: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;

beforeAll(async () => {
  stores = await startTestRedis();
  redis = createClient({ url: stores.redisUrl });
  await redis.connect();
});
afterAll(async () => {
  redis.destroy();
  await stores.stop();
});
beforeEach(async () => {
  await redis.flushAll();
});

const deadLetters = async (...args: string[]): Promise<{ code: number; output: string }> => {
  const said: string[] = [];
  const say = (line: string): void => void said.push(`${line}\n`);
  try {
    await deadLettersCommand({ name: 'dead-letters.mjs', where: '', args, address: () => stores.redisUrl, say });
    return { code: 0, output: said.join('') };
  } catch (error) {
    return { code: 1, output: said.join('') + sentenceOf(error) };
  }
};

const bury = (text: string, reason = 'event: is not JSON'): Promise<string> =>
  redis.xAdd(PAGE_VIEW_STREAM.deadLetters, '*', { [PAGE_VIEW_STREAM.field]: text, reason, streamId: '7-0' });

const waiting = async (): Promise<(string | undefined)[]> =>
  ((await redis.xRange(PAGE_VIEW_STREAM.stream, '-', '+')) ?? []).map(
    (entry) => entry?.message[PAGE_VIEW_STREAM.field],
  );

test('lists nothing when there is nothing', async () => {
  expect(await deadLetters('list')).toEqual({ code: 0, output: 'There are no dead letters\n' });
});

test('lists and shows what could not be written and why, and never lets it speak to the terminal', async () => {
  const id = await bury('{"kind":"enter"}', 'invalid byte sequence\u0007');
  const rude = await bury('\u001b[2Jx');
  for (let more = 0; more < 2; more++) await bury('not json');
  const { output } = await deadLetters('list', '--count', '2');
  expect(output).toMatch(new RegExp(`${id}.*enter.*invalid byte sequence`));
  expect(output).toContain('2 of 4');
  const shown = await deadLetters('show', id, rude);
  expect(shown.output).toContain('\\u001b[2Jx');
  expect(shown.output + output).not.toMatch(/[\u0000-\u0009\u000B-\u001F]/);
});

test('puts one back, once, and leaves the others', async () => {
  const [first, second] = [await bury('one'), await bury('two')];
  expect((await deadLetters('replay', first)).output).toBe(`Replayed ${first}\n`);
  expect(await waiting()).toEqual(['one']);
  expect(await deadLetters('replay', first)).toMatchObject({
    code: 1,
    output: expect.stringContaining('no dead letter'),
  });
  expect((await deadLetters('list')).output).toContain(second);
  expect(await waiting()).toEqual(['one']);
});

test('puts all back', async () => {
  for (let number = 0; number < 700; number++) await bury(`letter ${number}`);
  expect((await deadLetters('replay', '--all')).output).toBe('Replayed: 700\n');
  expect(await redis.xLen(PAGE_VIEW_STREAM.deadLetters)).toBe(0);
  expect((await waiting()).slice(0, 2)).toEqual(['letter 0', 'letter 1']);
});

test.each([
  [],
  ['bury'],
  ['show'],
  ['show', 'abc'],
  ['replay'],
  ['list', '--count', '0'],
  ['list', '--after', 'now'],
  ['list', '--none'],
])('says how it is used when asked for %j', async (...args) => {
  expect(await deadLetters(...args)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage: dead-letters.mjs '),
  });
});

test('npm runs it on the Redis of REDIS_URL, and it ends with 1 when it is used otherwise', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [path.join(PROJECT_ROOT, 'packages/dev-stack/bin/run.mjs'), 'dev-stack/dead-letters', ...args],
      { env: { ...baseEnv(), REDIS_URL: stores.redisUrl } },
    );
  const id = await bury('one');
  expect((await run('replay', id)).stdout).toBe(`Replayed ${id}\n`);
  await expect(run('replay')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run dead-letters -- replay [options] [ids...]'),
  });
});
