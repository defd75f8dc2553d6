import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DataFile } from '@course/ops/backup/archive';
import { backUp } from '@course/ops/backup/back-up';
import { withClient } from '@course/ops/postgres/client';
import { scratchFolder } from '@course/test-kit/scratch';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSecrets } from '../stack/secrets.ts';
import { filesOf, restoreFiles } from './data-files.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startTestStores();
});
afterAll(() => stores.stop());

const backUpTo = (file: string, files: Iterable<DataFile> = []) =>
  withClient(stores.databaseUrl, (client) => backUp(client, file, { files }));

it('restores the live releases, the mails and the signing keys after the data folder was lost', async () => {
  const [lost, fresh, file] = [scratchFolder(), scratchFolder(), path.join(scratchFolder(), 'whole.jsonl.gz')];
  const before = loadSecrets(lost);
  const kept: Record<string, string | Buffer> = {
    'releases/registry.json': '{"form":2,"remotes":{}}',
    'releases/remotes/mf-quiz/1.0/remote.json': '{}',
    'releases/remotes/mf-quiz/1.0/assets/a.js.br': Buffer.from([0, 255, 10, 13]),
    'team-keys/mf-quiz.pem': 'a key',
    // As an earlier version of the product left it.
    'registry.json': '{"remotes":{}}',
    'remotes/mf-quiz/0.9/remote.json': '{}',
    'mail/1.eml': 'To: a@example.com',
  };
  for (const [name, bytes] of Object.entries({
    ...kept,
    'releases/.lock': 'x',
    'edge/registry.json': 'x',
    'postgres/PG_VERSION': '18',
  })) {
    mkdirSync(path.dirname(path.join(lost, name)), { recursive: true });
    writeFileSync(path.join(lost, name), bytes);
  }
  const { files } = await backUpTo(file, filesOf(lost));
  rmSync(lost, { recursive: true });
  const made = loadSecrets(fresh);
  expect(await restoreFiles(fresh, file)).toBe(files);
  expect(files).toBe(Object.keys(kept).length + 1);
  for (const [name, bytes] of Object.entries(kept))
    expect(readFileSync(path.join(fresh, name))).toEqual(Buffer.from(bytes));
  const { linkKeys, previewKeys, cookieKeys, pageViewKeys, insightsToken, sandbox } = before;
  // The passwords remain those of the newly created stores.
  expect(loadSecrets(fresh)).toEqual({
    ...made,
    linkKeys,
    previewKeys,
    cookieKeys,
    pageViewKeys,
    insightsToken,
    sandbox,
  });
  expect(statSync(path.join(fresh, 'secrets.json')).mode & 0o777).toBe(0o600);
});

it.each(['../outside', '/etc/passwd', 'remotes/../../outside'])(
  'refuses a file outside the data folder: %s',
  async (name) => {
    const file = path.join(scratchFolder(), 'evil.jsonl.gz');
    await backUpTo(file);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
    lines.splice(-1, 0, JSON.stringify({ file: name, mode: 0o644, data: 'eA==' }));
    writeFileSync(file, gzipSync(lines.join('\n')));
    await expect(restoreFiles(scratchFolder(), file)).rejects.toThrow('cannot be read as a backup');
  },
);
