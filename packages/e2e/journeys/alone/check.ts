import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenBuild, remoteCommand } from '../../src/remotes.ts';
import { rows } from '../../src/stack.ts';

const CHUNK = /^assets\/__federation_expose_remote\.\w+\.js$/;

const sessions = async (): Promise<number> =>
  (await rows<{ n: number }>('select count(*)::int as n from funnel.sessions'))[0]!.n;

describe('the check', () => {
  it.each(['mf-offer', 'mf-legal'])('runs every screen of %s against the stack, and is no visit', async (name) => {
    const before = await sessions();
    const { stdout } = await remoteCommand('check', name);
    expect(stdout).toMatch(
      /\d+ screens ran in a browser against http:.*; the check took [\d.]+ s\n.* may be published/,
    );
    console.info(stdout.split('\n').at(-3));
    expect(await sessions()).toBe(before);
  });

  it('refuses a build whose screens differ from what they should be, and says which and why', async () => {
    const at = (screen: string, code: string) => `location.pathname === '/${screen}' && setTimeout(() => {${code}});`;
    const dir = await brokenBuild('mf-legal', {
      script: CHUNK,
      change: (text) => at('terms', "throw new Error('boom')") + at('refund', "console.error('oops')") + text,
      version: '9.8.1-check',
    });
    const file = path.join(dir, 'remote.json');
    const described = JSON.parse(await fs.readFile(file, 'utf8')) as { routes: { path: string; html: string }[] };
    for (const route of described.routes)
      if (route.path === '/privacy') route.html = route.html.replace(/<h1([^>]*)>/, '<h1$1>Served otherwise: ');
    await fs.writeFile(file, JSON.stringify(described));
    const refused = (await remoteCommand('publish', 'mf-legal', '--from', dir).catch((error: unknown) => error)) as {
      stderr: string;
    };
    expect(refused.stderr).toMatch(/^mf-legal cannot be published\.$/m);
    expect(refused.stderr).toMatch(/^- \/terms: it throws an error that nothing catches \(boom\)\. Open the screen/m);
    expect(refused.stderr).toMatch(/^- \/refund: it logs an error \(oops\)/m);
    expect(refused.stderr).toMatch(/^- \/privacy: its HTML and its first rendering differ .*\. Render at first what/m);
    expect(refused.stderr).not.toContain('/subscription');
    expect((await remoteCommand('list', 'mf-legal')).stdout).not.toContain('9.8.1-check');
    await fs.rm(dir, { recursive: true });
  });
});
