import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { aDescriptor, folderStore, publishBuild, localReleases } from '@course/federation/fixtures';
import { createEdge } from '../server.ts';

let dir: string;
const edges: FastifyInstance[] = [];

beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'screens-'));
  const build = path.join(dir, 'build');
  await fs.mkdir(path.join(dir, 'web', 'assets'), { recursive: true });
  await fs.writeFile(
    path.join(dir, 'web', 'shell.json'),
    JSON.stringify({ scripts: ['assets/shell.js'], styles: ['assets/shell.css'], integrity: {} }),
  );
  const descriptor = aDescriptor();
  const states = { '/q1': [{ name: 'two "selected"', press: ['button'] }] };
  for (const [file, text] of [
    ['remote.json', JSON.stringify(descriptor)],
    ['screen-states.json', JSON.stringify(states)],
    ...['remoteEntry.js', ...descriptor.scripts, ...descriptor.styles].map((name) => [name, '']),
  ] as const) {
    await fs.mkdir(path.dirname(path.join(build, file!)), { recursive: true });
    await fs.writeFile(path.join(build, file!), text!);
  }
  await publishBuild(localReleases(dir, { store: folderStore(path.join(dir, 'store')) }), build);
});
afterAll(async () => {
  await Promise.all(edges.map((edge) => edge.close()));
  await fs.rm(dir, { recursive: true });
});

async function anEdge(development: boolean): Promise<FastifyInstance> {
  const env = readEnv({
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    FUNNEL_URL: 'http://127.0.0.1:9',
    TRACKING_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    RELEASE_STORE: path.join(dir, 'store'),
    RELEASES_DIR: dir,
    ...(development && { DEV_RELOAD: '1' }),
  });
  const edge = await createEdge({ env, webDir: path.join(dir, 'web') });
  edges.push(edge);
  return edge;
}

describe('/__screens', () => {
  it("shows every screen and state that the remotes declare, and the shell's own, in development", async () => {
    const edge = await anEdge(true);
    const { statusCode, body } = await edge.inject('/__screens');
    expect(statusCode).toBe(200);
    expect([...body.matchAll(/<iframe src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
      '/q1',
      '/q1',
      '/__screens/nowhere',
      ...['unreachable', 'missing', 'slow', 'unreadable', 'hung', 'contract', 'broken'].map(
        (reason) => `/__screens/fallback/${reason}`,
      ),
    ]);
    expect(body).toContain('/q1, two &quot;selected&quot;');
    expect((await edge.inject('/__screens.json')).json()[0]).toEqual({
      owner: 'mf-quiz',
      path: '/q1',
      title: 'One',
      states: [{ name: 'two "selected"', press: ['button'], refuse: [] }],
    });
  });

  it('frames pages of its own origin, which allow framing only in development', async () => {
    const policyOf = async (edge: FastifyInstance, url: string) =>
      String((await edge.inject(url)).headers['content-security-policy']);
    const edge = await anEdge(true);
    expect(await policyOf(edge, '/__screens')).toContain("frame-src 'self'");
    expect(await policyOf(edge, '/q1')).toContain("frame-ancestors 'self'");
    expect((await edge.inject('/q1')).headers['x-frame-options']).toBe('SAMEORIGIN');
    const live = await anEdge(false);
    expect(await policyOf(live, '/q1')).toContain("frame-ancestors 'none'");
    expect((await live.inject('/q1')).headers['x-frame-options']).toBe('DENY');
  });

  it('shows a fallback without the script that would replace it', async () => {
    const { body } = await (await anEdge(true)).inject('/__screens/fallback/slow');
    expect(body).toContain('data-reason="slow"');
    expect(body).toContain('/assets/shell.css');
    expect(body).not.toContain('shell.js');
  });

  it.each(['/__screens', '/__screens.json', '/__screens/fallback/slow'])(
    '%s is not found outside development',
    async (url) => {
      expect((await (await anEdge(false)).inject(url)).statusCode).toBe(404);
    },
  );
});
