import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@course/federation/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshVisitor } from '../../../src/browser.ts';
import { remoteCommand } from '../../../src/remotes.ts';
import { isWhole } from '../../../src/sample.ts';
import { siteUrl, stackFile } from '../../../src/stack.ts';
import { open, screen } from '../../../src/walk.ts';

const NAME = 'mf-upsell';

let parent: string;
const npmRun = (script: string) => promisify(execFile)('npm', ['run', '-s', script], { cwd: path.join(parent, NAME) });

describe.sequential('a new remote', () => {
  beforeAll(async () => {
    parent = await fs.mkdtemp(path.join(os.tmpdir(), 'new-remote-'));
    // As in a checkout, but outside this one, whose folders tests do not touch.
    await fs.symlink(path.join(PROJECT_ROOT, 'node_modules'), path.join(parent, 'node_modules'));
  });
  afterAll(() => fs.rm(parent, { recursive: true }));

  it('is created, unless its name is live or its folder exists', async () => {
    await remoteCommand('create', NAME, '--in', parent);
    await expect(remoteCommand('create', 'mf-quiz', '--in', parent)).rejects.toThrow(
      'Another remote is called mf-quiz there.',
    );
    await expect(remoteCommand('create', NAME, '--in', parent)).rejects.toThrow('exists. Choose another name');
  });

  it.each(isWhole ? ['lint', 'types', 'test', 'build'] : ['build'])('passes %s', async (script) => {
    await npmRun(script);
  });

  it('is shown by the running shell once it is published', async () => {
    const pids = stackFile().pids;
    expect((await fetch(siteUrl('/upsell'))).status).toBe(404);
    const from = ['--from', path.join(parent, NAME, 'dist')];
    await remoteCommand('publish', NAME, ...from);
    expect(await (await fetch(siteUrl('/upsell'))).text()).toContain('Upsell');
    const visitor = await freshVisitor();
    await open(visitor.page, '/upsell');
    await visitor.page.getByRole('heading', { name: 'Upsell' }).waitFor();
    await visitor.page.getByRole('link', { name: 'To the first question' }).click();
    await screen(visitor.page, 'q1').waitFor();
    expect(visitor.complaints).toEqual([]);
    expect(stackFile().pids).toEqual(pids);
  });
});
