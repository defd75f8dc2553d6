import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../testing/a-build.ts';
import { aDescriptor, aFlow } from '../testing/fixtures.ts';
import { createRemote } from './create.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const textsOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n');

describe('a new remote', () => {
  it.each([
    ['mf-upsell', '/upsell', 'UpsellScreen', "title: 'Upsell'"],
    ['mf-up-sell', '/up-sell', 'UpSellScreen', "title: 'Up sell'"],
  ])('%s has its own name everywhere', async (name, address, component, title) => {
    const parent = scratchFolder();
    const folder = await createRemote({ name, parent, taken: ['mf-quiz'], live: [] });
    expect(folder).toBe(path.join(parent, name));
    const texts = textsOf(folder);
    expect(texts).not.toMatch(/newcomer/i);
    for (const part of [`"name": "${name}"`, `path: '${address}'`, component, title]) expect(texts).toContain(part);
    expect(existsSync(path.join(folder, '.gitignore'))).toBe(true);
  });

  it.each([
    ['upsell', 'upsell is not a valid remote name. Use mf- followed by lower-case letters: mf-upsell'],
    ['mf-Up', 'mf-Up is not a valid remote name. Use mf- followed by lower-case letters: mf-upsell'],
    ['mf-../x', 'mf-../x is not a valid remote name. Use mf- followed by lower-case letters: mf-upsell'],
    ['mf-quiz', 'Another remote is called mf-quiz there. Choose another name.'],
    ['mf-insights', 'The site itself uses /insights. Choose another name.'],
    ['mf-q1', 'mf-quiz has the screen, the entry or the step q1. Choose another name.'],
    ['mf-plan', 'mf-quiz has the screen, the entry or the step plan. Choose another name.'],
  ])('cannot be called %s', async (name, sentence) => {
    const parent = scratchFolder();
    const live = [aDescriptor({ flow: aFlow({}, { entries: { plan: '/q1' } }) })];
    await expect(createRemote({ name, parent, taken: ['mf-quiz'], live })).rejects.toThrow(sentence);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('does not overwrite an existing folder', async () => {
    const parent = scratchFolder();
    mkdirSync(path.join(parent, 'mf-upsell'));
    await expect(createRemote({ name: 'mf-upsell', parent, taken: [], live: [] })).rejects.toThrow(
      `${path.join(parent, 'mf-upsell')} exists. Choose another name, or delete the folder.`,
    );
  });

  it('uses the versions that the remotes of this checkout use', () => {
    const versionsIn = (folder: string): Record<string, string> => {
      const { dependencies, devDependencies } = JSON.parse(
        readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'),
      );
      return { ...dependencies, ...devDependencies };
    };
    expect(versionsIn('mf-quiz')).toMatchObject(versionsIn('packages/federation/template'));
  });
});
