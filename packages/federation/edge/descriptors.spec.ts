import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followRegistry } from './descriptors.ts';
import { aDescriptor } from './fixtures.ts';

let dir: string;
beforeEach(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'edge-'));
});
afterEach(() => fs.rm(dir, { recursive: true }));

const registryFile = () => path.join(dir, 'registry.json');
const follow = (origins: string[] = []) =>
  followRegistry({
    registryFile: registryFile(),
    remotesDir: path.join(dir, 'remotes'),
    origins,
    logger: pino({ level: 'silent' }),
  });

async function publish(version: string, descriptor: unknown = aDescriptor({ version })): Promise<void> {
  const folder = path.join(dir, 'remotes', 'mf-quiz', version);
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(
    path.join(folder, 'remote.json'),
    typeof descriptor === 'string' ? descriptor : JSON.stringify(descriptor),
  );
  await register(`/remotes/mf-quiz/${version}/remoteEntry.js`, version);
}

async function register(entry: string, version: string): Promise<void> {
  await fs.writeFile(
    `${registryFile()}.next`,
    JSON.stringify({ remotes: { 'mf-quiz': { entry, version, contract: 1 } } }),
  );
  await fs.rename(`${registryFile()}.next`, registryFile());
}

describe('following the registry', () => {
  it('sees a newer build as soon as the pointer is changed, and the older one when it is rolled back', async () => {
    const read = follow();
    await publish('1.0.0');
    expect((await read()).remotes[0]!.descriptor!.version).toBe('1.0.0');
    await publish('1.1.0');
    expect((await read()).remotes[0]!.descriptor!.version).toBe('1.1.0');
    await register('/remotes/mf-quiz/1.0.0/remoteEntry.js', '1.0.0');
    expect((await read()).remotes[0]!.entry.version).toBe('1.0.0');
  });

  it.each([
    ['is not JSON', '{'],
    ['is of another shape', { name: 'mf-quiz' }],
    ['names a file outside its build', aDescriptor({ scripts: ['../../secret.js'] })],
  ])('keeps the last good build when the newer one %s', async (_what, broken) => {
    const read = follow();
    await publish('1.0.0');
    await read();
    await publish('2.0.0', broken);
    expect((await read()).remotes[0]!.entry.version).toBe('1.0.0');
  });

  it('keeps the last good registry when the file breaks or is gone', async () => {
    const read = follow();
    await publish('1.0.0');
    await read();
    await fs.writeFile(
      registryFile(),
      '{ "remotes": { "mf-quiz": { "entry": "http://evil.example/remoteEntry.js" } } }',
    );
    expect((await read()).remotes).toHaveLength(1);
    await fs.rm(registryFile());
    expect((await read()).remotes).toHaveLength(1);
  });

  it('knows a remote that could never be read, without its paths', async () => {
    await register('/remotes/mf-quiz/gone/remoteEntry.js', 'gone');
    expect((await follow()()).remotes).toEqual([expect.objectContaining({ name: 'mf-quiz', descriptor: undefined })]);
  });

  it.each(['/remotes/../../etc/remoteEntry.js', '/elsewhere/remoteEntry.js'])(
    'reads nothing outside /remotes/: %s',
    async (entry) => {
      await register(entry, 'x');
      expect((await follow()()).remotes[0]?.descriptor).toBeUndefined();
    },
  );

  it('asks no origin that configuration does not name', async () => {
    let asked = 0;
    const server = http.createServer((_request, response) => {
      asked += 1;
      response.end(JSON.stringify(aDescriptor()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await register(`https://127.0.0.1:${(server.address() as AddressInfo).port}/a/remoteEntry.js`, '1.0.0');
    expect((await follow(['https://builds.example'])()).remotes[0]!.descriptor).toBeUndefined();
    expect(asked).toBe(0);
    server.close();
  });
});
