import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenBuild, remoteCommand, SCREENS_CHUNK } from '../../../src/remotes.ts';
import { isWhole } from '../../../src/sample.ts';
import { rows } from '../../../src/stack.ts';

const sessions = async (): Promise<number> =>
  (await rows<{ n: number }>('select count(*)::int as n from funnel.sessions'))[0]!.n;

describe('the check', () => {
  it.runIf(isWhole).each(['mf-quiz', 'mf-offer', 'mf-legal'])('runs every screen of %s', async (name) => {
    const output = await remoteCommand('check', name);
    expect(output).toMatch(
      /\d+ screens ran in a browser against http:.*; the check took [\d.]+ s\n.* may be published/,
    );
    console.info(output.split('\n').at(-3));
  });

  it('refuses a build with faulty screens, says which and why, and does not count as a visit', async () => {
    const before = await sessions();
    const at = (screen: string, code: string) => `location.pathname === '/${screen}' && setTimeout(() => {${code}});`;
    const dir = await brokenBuild('mf-legal', {
      script: SCREENS_CHUNK,
      change: (text) => at('terms', "throw new Error('boom')") + at('refund', "console.error('oops')") + text,
      version: '9.8.1-check',
    });
    const file = path.join(dir, 'remote.json');
    const described = JSON.parse(await fs.readFile(file, 'utf8')) as { routes: { path: string; html: string }[] };
    for (const route of described.routes)
      if (route.path === '/privacy') route.html = route.html.replace(/<h1([^>]*)>/, '<h1$1>Served otherwise: ');
    await fs.writeFile(file, JSON.stringify(described));
    const refused = await remoteCommand('publish', 'mf-legal', '--from', dir).catch((error: unknown) => String(error));
    expect(refused).toMatch(/mf-legal cannot be published\.$/m);
    expect(refused).toMatch(/^- \/terms: it throws an error that nothing catches \(boom\)\. Open the screen/m);
    expect(refused).toMatch(/^- \/refund: it logs an error \(oops\)/m);
    expect(refused).toMatch(/^- \/privacy: its HTML and its first rendering differ .*\. Render at first what/m);
    expect(refused).not.toContain('/subscription');
    expect(await sessions()).toBe(before);
    expect(await remoteCommand('list', 'mf-legal')).not.toContain('9.8.1-check');
    await fs.rm(dir, { recursive: true });
  });
});
