import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../../../src/browser.ts';
import { buildPlainHost, buildPlainRemote, servePlainHost } from '../../../src/plain-federation.ts';
import { remoteCommand, UNCHECKED } from '../../../src/remotes.ts';
import { siteUrl } from '../../../src/stack.ts';
import { arrive, interactive, screen } from '../../../src/walk.ts';

describe('a remote built', () => {
  it.each<[string, string, string, () => Promise<string>, readonly string[]]>([
    ['only with Module Federation 2 and a descriptor', 'mf-plain', 'plain', async () => plainRemote(), []],
    [
      'for contract 1 by an earlier release',
      'mf-sample',
      'sample',
      async () => path.join(import.meta.dirname, '../../../fixtures', 'contract-1'),
      UNCHECKED,
    ],
  ])('%s runs in our shell with our React and our router', async (_how, name, path_, build, options) => {
    await remoteCommand('publish', name, '--from', await build(), ...options);
    const { page, complaints } = await freshVisitor();
    await page.goto(siteUrl(`/${path_}`));
    await interactive(page);
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Pressed 1 times' }).click();
    await page.getByRole('link', { name: 'Terms' }).click();
    await arrive(page, 'terms');
    expect(complaints).toEqual([]);
  });
});

it('an old build for contract 2 runs in this shell, with every feature of contract 2', async () => {
  await remoteCommand(
    'publish',
    'mf-kept',
    '--from',
    path.join(import.meta.dirname, '../../../fixtures/contract-2'),
    ...UNCHECKED,
  );
  const { page, complaints } = await freshVisitor();
  await page.goto(siteUrl('/kept'));
  await interactive(page);
  // Its styles, its backdrop, a text from the live flow, and a chunk that is loaded later with its hash.
  expect(await screen(page, 'kept').evaluate((main) => getComputedStyle(main).outlineColor)).toBe('rgb(1, 2, 3)');
  expect(await page.locator('[data-backdrop="/kept"]').count()).toBe(1);
  await page.getByText(/^One of \d+ questions$/).waitFor();
  for (let press = 0; press < 2; press += 1) await page.getByRole('button').click();
  await page.getByText('Loaded later').waitFor();
  await page.getByRole('status').getByText('twice').waitFor();
  expect(complaints).toEqual([]);
  // An exit to another remote's entry.
  await page.getByRole('link', { name: 'Plan' }).click();
  await arrive(page, 'email');
});

async function plainRemote(): Promise<string> {
  const dir = await buildPlainRemote();
  const html =
    '<main data-screen="plain"><h1>Built without our tools</h1><button type="button">Pressed <!-- -->0<!-- --> times</button><a href="/terms">Terms</a></main>';
  const routes = [{ path: '/plain', screen: 'plain', title: 'Plain', html }];
  await fs.writeFile(
    path.join(dir, 'remote.json'),
    JSON.stringify({ name: 'mf-plain', version: '1.0.0', contract: 2, scripts: [], styles: [], routes }),
  );
  return dir;
}

describe('our remotes', () => {
  it('run in a plain Module Federation 2 host, found by their manifest', async () => {
    const host = await servePlainHost(await buildPlainHost());
    const { page, complaints } = await freshVisitor();
    await page.goto(`${host.url}/terms`);
    await screen(page, 'terms').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/terms/i);
    const styleSheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
    expect(styleSheets).toContainEqual(expect.stringMatching(/\/mf-legal\/assets\/.+\.css$/));
    expect(complaints).toEqual([]);
    host.stop();
  });
});
