import { once } from 'node:events';
import { createServer } from 'node:net';
import { scratchFolder } from '@course/test-kit/scratch';
import { expect, onTestFinished, test } from 'vitest';
import { readStackEnv } from '../env.ts';
import { freePort } from '../process/ports.ts';
import { runStack } from './run-stack.ts';

/** Returns what a start prints before it fails because its port is taken. */
const startedLines = async (source: NodeJS.ProcessEnv): Promise<readonly string[]> => {
  const said: string[] = [];
  const port = await freePort();
  const server = createServer().listen(port);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const env = readStackEnv({ ...source, PORT: String(port), DATA_DIR: scratchFolder() });
  const say = (line: string): void => void said.push(line);
  await expect(runStack({ env, say, signal: new AbortController().signal })).rejects.toThrow('taken');
  return said;
};

test('a start behind a proxy without a public address prints a warning and continues', async () => {
  expect(await startedLines({ TRUST_PROXY: '1' })).toEqual([
    expect.stringMatching(/^Set PUBLIC_URL along with TRUST_PROXY/),
  ]);
  expect(await startedLines({ TRUST_PROXY: '1', PUBLIC_URL: 'https://shop.example' })).toEqual([]);
});
