import { PAGE_VIEW_STREAM } from '@course/contracts';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { baseEnv } from '@course/dev-stack/env';
import { PROJECT_ROOT } from '@course/federation/paths';
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

const deadLettersAt = async (redisUrl: string, ...args: string[]): Promise<{ code: number; output: string }> => {
  const said: string[] = [];
  const say = (line: string): void => void said.push(`${line}\n`);
  try {
    await deadLettersCommand({ name: 'dead-letters.mjs', where: '', args, address: () => redisUrl, say });
    return { code: 0, output: said.join('') };
  } catch (error) {
    return { code: 1, output: said.join('') + sentenceOf(error) };
  }
};

const deadLetters = (...args: string[]) => deadLettersAt(stores.redisUrl, ...args);

const addLetter = (text: string, reason = 'event: is not JSON'): Promise<string> =>
  redis.xAdd(PAGE_VIEW_STREAM.deadLetters, '*', { [PAGE_VIEW_STREAM.field]: text, reason, streamId: '7-0' });

const streamEvents = async (): Promise<(string | undefined)[]> =>
  ((await redis.xRange(PAGE_VIEW_STREAM.stream, '-', '+')) ?? []).map(
    (entry) => entry?.message[PAGE_VIEW_STREAM.field],
  );

test('says so when there are no dead letters', async () => {
  expect(await deadLetters('list')).toEqual({ code: 0, output: 'There are no dead letters\n' });
});

test('lists and shows what could not be written and why, with control characters escaped', async () => {
  const id = await addLetter('{"kind":"enter"}', 'invalid byte sequence\u0007');
  const withEscape = await addLetter('\u001b[2Jx');
  for (let count = 0; count < 2; count++) await addLetter('not json');
  const { output } = await deadLetters('list', '--count', '2');
  expect(output).toMatch(new RegExp(`${id}.*enter.*invalid byte sequence`));
  expect(output).toContain('2 of 4');
  const shown = await deadLetters('show', id, withEscape);
  expect(shown.output).toContain('\\u001b[2Jx');
  expect(shown.output + output).not.toMatch(/[\u0000-\u0009\u000B-\u001F]/);
});

test('says that Redis refuses a wrong password, and that it does not answer at a wrong address', async () => {
  const outputAt = (change: Partial<URL>) =>
    deadLettersAt(Object.assign(new URL(stores.redisUrl), change).href, 'list');
  expect(await outputAt({ username: 'default', password: 'wrong' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Redis refuses: WRONGPASS/),
  });
  expect(await outputAt({ port: '1' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Redis does not answer: .*Is the stack running\?$/s),
  });
});

test('replays one letter once and leaves the others', async () => {
  const [first, second] = [await addLetter('one'), await addLetter('two')];
  expect((await deadLetters('replay', first)).output).toBe(`Replayed ${first}\n`);
  expect(await streamEvents()).toEqual(['one']);
  expect(await deadLetters('replay', first)).toMatchObject({
    code: 1,
    output: expect.stringContaining('no dead letter'),
  });
  expect((await deadLetters('list')).output).toContain(second);
  expect(await streamEvents()).toEqual(['one']);
});

test('replays all letters in order', async () => {
  for (let number = 0; number < 700; number++) await addLetter(`letter ${number}`);
  expect((await deadLetters('replay', '--all')).output).toBe('Replayed: 700\n');
  expect(await redis.xLen(PAGE_VIEW_STREAM.deadLetters)).toBe(0);
  expect((await streamEvents()).slice(0, 2)).toEqual(['letter 0', 'letter 1']);
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
])('prints its usage for the arguments %j', async (...args) => {
  expect(await deadLetters(...args)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage: dead-letters.mjs '),
  });
});

test('npm runs it on the Redis of REDIS_URL, and wrong usage exits with 1', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [path.join(PROJECT_ROOT, 'packages/dev-stack/bin/run.mjs'), 'dev-stack/dead-letters', ...args],
      { env: { ...baseEnv(), REDIS_URL: stores.redisUrl } },
    );
  const id = await addLetter('one');
  expect((await run('replay', id)).stdout).toBe(`Replayed ${id}\n`);
  await expect(run('replay')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run dead-letters -- replay [options] [ids...]'),
  });
});
