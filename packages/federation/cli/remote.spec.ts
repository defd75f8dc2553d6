import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createPublishingApi } from '../publishing-api/server.ts';
import { aBuild, emptyLocalReleases, liveIn, scratchFolder } from '../testing/a-build.ts';
import type { LocalReleases } from '../registry/local-releases.ts';
import { Failure } from '../base/failure.ts';
import { publicKeyOf, readTeams } from '../registry/keys.ts';
import type { RemoteCommand } from './actions.ts';
import { runRemoteCommand } from './remote.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Runs a command as typed, and returns its output. */
const type = async (command: Partial<RemoteCommand>, ...args: string[]): Promise<string> => {
  const lines: string[] = [];
  await runRemoteCommand({ args, say: (line) => lines.push(line), ...command });
  return lines.join('\n');
};

const aPublishingApi = async ({ store }: LocalReleases): Promise<string> => {
  const app = await createPublishingApi({ store, logger: pino({ level: 'silent' }) });
  ends.push(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

const from = (version: string): string[] => ['--from', aBuild({ version })];

describe('with only the data folder', () => {
  it('publishes, lists, rolls back, promotes and shows the log', async () => {
    const local = emptyLocalReleases();
    expect(await type({ local }, 'list')).toBe('Nothing was published here.');
    expect(await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'))).toMatch(/mf-sample: 1\.0\.0 is live$/);
    await type({ local }, 'publish', 'mf-sample', ...from('2.0.0'));
    expect(await type({ local }, 'list', 'mf-sample')).toMatch(/mf-sample +2\.0\.0 +2 +[0-9a-f]{20} +- +- +1\.0\.0/);
    expect(await type({ local }, 'rollback', 'mf-sample', '--why', 'it hangs')).toBe('mf-sample: 1.0.0 is live');
    expect(await type({ local }, 'promote', 'mf-sample', '2.0.0')).toBe('mf-sample: 2.0.0 is live');
    expect(await type({ local }, 'audit')).toMatch(/promote +2\.0\.0[^]*rollback +1\.0\.0 +operator +it hangs/);
  });

  it('gives a build to some visitors, shows the canary, and ends it', async () => {
    const local = emptyLocalReleases();
    await expect(type({ local }, 'publish', 'mf-sample', ...from('1.0.0'), '--canary', '10')).rejects.toThrow(
      /has no live release to compare a canary with/,
    );
    await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'));
    const second = from('2.0.0');
    expect(await type({ local }, 'publish', 'mf-sample', ...second, '--canary', '10', '--promote')).toMatch(
      /mf-sample: 2\.0\.0 is given to 10 % of visitors$/,
    );
    expect(await type({ local }, 'list')).toMatch(/mf-sample +1\.0\.0 +2 +[0-9a-f]{20} +2\.0\.0 \(10 %\)/);
    await expect(type({ local }, 'publish', 'mf-sample', ...from('3.0.0'))).rejects.toThrow(
      /mf-sample 2\.0\.0 is a canary for 10 % of visitors\. End it first/,
    );
    await type({ local }, 'publish', 'mf-sample', ...second, '--canary', '30');
    expect(await type({ local }, 'list')).toContain('2.0.0 (30 %)');
    await expect(type({ local }, 'abort', 'mf-sample')).rejects.toThrow(/required option '--why/);
    expect(await type({ local }, 'abort', 'mf-sample', '--why', 'it hangs')).toBe(
      'mf-sample: 2.0.0 is no longer given to visitors',
    );
    const third = from('3.0.0');
    await type({ local }, 'publish', 'mf-sample', ...third, '--canary', '30');
    expect(await type({ local }, 'promote', 'mf-sample')).toBe('mf-sample: 3.0.0 is live');
    await expect(type({ local }, 'promote', 'mf-sample')).rejects.toThrow(/has no canary to promote/);
    for (const share of ['0', '2.5', '101'])
      await expect(type({ local }, 'publish', 'mf-sample', ...third, '--canary', share)).rejects.toThrow(
        /must be a whole number from 1 to 100/,
      );
  });

  it('publishes nothing with --promote if the share of the canary was forgotten', async () => {
    const local = emptyLocalReleases();
    await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'));
    const second = from('2.0.0');
    await expect(type({ local }, 'publish', 'mf-sample', ...second, '--promote')).rejects.toThrow(
      /^--promote needs --canary <share>/,
    );
    expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
  });

  it('keeps a preview under its name until the next build replaces it', async () => {
    const local = emptyLocalReleases();
    await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'));
    await type({ local }, 'preview', 'mf-sample', ...from('2.0.0'), '--name', 'pr-12');
    expect(await type({ local }, 'preview', 'mf-sample', ...from('3.0.0'), '--name', 'pr-12')).toMatch(
      /mf-sample: 3\.0\.0 is shown by this link until 2\d{3}-[^]*start the stack/,
    );
    const lines = (await type({ local }, 'preview', 'list')).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^mf-sample +pr-12 +3\.0\.0/);
    expect(await type({ local }, 'list')).toMatch(/ 1\.0\.0 [^]* pr-12/);
    expect(await type({ local }, 'preview', 'end', 'mf-sample', 'pr-12')).toBe(
      'mf-sample: the preview pr-12 of 3.0.0 has ended',
    );
    expect(await type({ local }, 'preview', 'list')).toBe('There are no previews.');
    expect(await type({ local }, 'preview', 'end', 'mf-sample', 'pr-12')).toBe(
      'mf-sample has no preview pr-12 to end. Type: remote preview list mf-sample',
    );
  });

  it('publishes under a chosen version, and makes that live again when it is named again', async () => {
    const local = emptyLocalReleases();
    const build = aBuild({ version: '1.0.0-abc' });
    for (const version of ['2.0.0', '3.0.0', '2.0.0'])
      expect(await type({ local }, 'publish', 'mf-sample', version, '--from', build)).toMatch(
        new RegExp(`mf-sample: ${version} is live$`),
      );
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['3.0.0'] });
    await expect(type({ local }, 'publish', 'mf-sample', '../up', '--from', build)).rejects.toThrow(/is not a version/);
  });

  it('makes a previously published build live again', async () => {
    const local = emptyLocalReleases();
    const first = from('1.0.0');
    await type({ local }, 'publish', 'mf-sample', ...first);
    await type({ local }, 'publish', 'mf-sample', ...from('2.0.0'));
    expect(await type({ local }, 'publish', 'mf-sample', ...first)).toMatch(/1\.0\.0 is live$/);
  });

  it('succeeds for a build that visitors already have, which needs neither canary nor preview', async () => {
    const local = emptyLocalReleases();
    const first = from('1.0.0');
    await type({ local }, 'publish', 'mf-sample', ...first);
    expect(await type({ local }, 'publish', 'mf-sample', ...first, '--canary', '10', '--promote')).toMatch(
      /mf-sample: 1\.0\.0 is already live for everybody$/,
    );
    expect(await type({ local }, 'publish', 'mf-sample', '1.0.0', '--canary', '10')).toMatch(
      /is already live for everybody$/,
    );
    expect(await type({ local }, 'list')).not.toContain('%');
    await type({ local }, 'preview', 'mf-sample', ...from('2.0.0'), '--name', 'pr-12');
    // A commit reverted what the pull request changed: its link must not keep showing that.
    expect(await type({ local }, 'preview', 'mf-sample', ...first, '--name', 'pr-12')).toMatch(
      /1\.0\.0 is already given to visitors, so it needs no preview\n.*the preview pr-12 of 2\.0\.0 has ended$/,
    );
    expect(await type({ local }, 'preview', 'mf-sample', ...first, '--name', 'pr-12')).toMatch(/needs no preview$/);
    const third = from('3.0.0');
    await type({ local }, 'publish', 'mf-sample', ...third, '--canary', '10');
    expect(await type({ local }, 'preview', 'mf-sample', ...third)).toMatch(/3\.0\.0 is already given to visitors/);
  });

  it('does not publish a build that was rolled back or aborted again, unless its version is named', async () => {
    const local = emptyLocalReleases();
    await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'));
    const second = from('2.0.0');
    await type({ local }, 'publish', 'mf-sample', ...second);
    await type({ local }, 'rollback', 'mf-sample', '--why', 'it hangs');
    const sentence = /^mf-sample 2\.0\.0 was withdrawn: it hangs\. .*: remote promote mf-sample 2\.0\.0$/;
    const again = (...options: string[]) => type({ local }, 'publish', 'mf-sample', ...options);
    await expect(again(...second)).rejects.toThrow(sentence);
    await expect(again(...second, '--canary', '10', '--promote')).rejects.toThrow(sentence);
    expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
    expect(await again('2.0.0')).toBe('mf-sample: 2.0.0 is live');
    await type({ local }, 'rollback', 'mf-sample', '1.0.0');
    const third = from('3.0.0');
    await again(...third, '--canary', '10');
    await type({ local }, 'abort', 'mf-sample', '--why', 'it hangs');
    await expect(again(...third, '--canary', '10')).rejects.toThrow(/3\.0\.0 was withdrawn: it hangs/);
    expect(await again('3.0.0', '--canary', '10')).toBe('mf-sample: 3.0.0 is given to 10 % of visitors');
  });

  it.each([
    [
      'publish',
      '--commit',
      'main',
      /option '--commit <sha>' argument 'main' is invalid\. It must be the name of a commit/,
    ],
    ['publish', '--why', 'x'.repeat(501), /is invalid\. It must have at most 500 characters\.$/],
    ['preview', '--days', '1.5', /It must be a whole number from 1 to 30\.$/],
    ['preview', '--commit', 'main', /It must be the name of a commit such as 3f9c2a1b\.$/],
    ['preview', '--name', 'pr 12', /argument 'pr 12' is invalid\. It must be a name such as pr-12\.$/],
  ])('stores nothing of a build if it cannot %s it with this %s', async (action, option, text, sentence) => {
    const local = emptyLocalReleases();
    const args = [action, 'mf-sample', ...from('1.0.0')];
    await expect(type({ local }, ...args, option, text)).rejects.toThrow(sentence);
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('reports what is wrong in a sentence', async () => {
    const local = emptyLocalReleases();
    await expect(type({ local }, 'nonsense')).rejects.toThrow("error: unknown command 'nonsense'");
    await expect(type({ local }, 'publish')).rejects.toThrow('Name a remote, such as mf-quiz.');
    await expect(type({ local }, 'rollback', 'mf-sample', '9')).rejects.toThrow(/was never published here/);
    await expect(type({ local }, 'token', 'revoke', '1')).rejects.toThrow(/no token 1\. Type: remote token list/);
    await expect(type({ local }, 'dev', 'mf-sample')).rejects.toThrow(/are developed in a checkout/);
    await expect(type({}, 'list')).rejects.toThrow(/Set DATA_DIR to the data folder, or name a publishing API/);
    expect(await type({ local }, '--help')).toMatch(/rollback \[options\] <name> \[version\]/);
  });

  it.each([
    [
      { program: 'npm run remote --', defaultDataDir: '.data' },
      /^Usage: npm run remote -- <command>[^]*data folder \(default \.data\)\.\n/,
    ],
    [{ program: 'course-remote' }, /^Usage: course-remote <command>[^]*data folder\.\n/],
  ])('is called in its help as it is typed: %o', async (names, help) => {
    await expect(type({ local: emptyLocalReleases(), ...names })).rejects.toThrow(help);
  });

  it('shows why the live release is not served', async () => {
    const local = emptyLocalReleases();
    await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'));
    const [entry] = (await local.store.list('remotes/')).filter((key) => key.endsWith('remoteEntry.js'));
    await local.store.remove(entry!);
    expect(await type({ local }, 'list')).toMatch(/mf-sample is not served: remoteEntry\.js is missing\.$/);
  });
});

describe('a pipeline', () => {
  it('publishes to a publishing API with its token and its key, and has no data folder', async () => {
    const local = emptyLocalReleases();
    const url = await aPublishingApi(local);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = path.join(scratchFolder(), 'key.pub');
    writeFileSync(pem, publicKey.export({ type: 'spki', format: 'pem' }) as string);
    await type({ local }, 'key', 'add', 'mf-sample', pem);
    const token = (await type({ local }, 'token', 'add', 'mf-sample', '--name', 'ci')).split('\n')[1]!;
    const credentials = { token, signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };

    const commit = 'a'.repeat(40);
    const args = ['publish', 'mf-sample', ...from('1.0.0'), '--to', url, '--commit', commit, '--why', 'first'];
    expect(await type({ credentials }, ...args)).toMatch(/mf-sample: 1\.0\.0 is live$/);
    await type({ credentials }, 'publish', 'mf-sample', ...from('2.0.0'), '--to', url);
    expect(await type({ credentials }, 'rollback', 'mf-sample', '--to', url)).toBe('mf-sample: 1.0.0 is live');
    expect(await type({ credentials }, 'list', '--to', url)).toMatch(/mf-sample +1\.0\.0/);
    expect(await type({ credentials }, 'preview', 'list', 'mf-sample', '--to', url)).toBe('There are no previews.');
    const end = (remote: string) => type({ credentials }, 'preview', 'end', remote, 'pr-12', '--to', url);
    expect(await end('mf-sample')).toMatch(/has no preview pr-12/);
    await expect(end('mf-other')).rejects.toThrow(/token/);
    expect(await type({ credentials }, 'audit', 'mf-sample', '--to', url)).toMatch(
      /publish +1\.0\.0 +ci \(token \w+\) +first/,
    );
    const listing = await local.store.list('remotes/');
    const described = await local.store.read(listing.find((key) => key.endsWith('release.json'))!);
    expect(JSON.stringify(described && described !== 'unchanged' && described.body.toString())).toContain('commit');

    const id = token.split('.')[0]!;
    expect(await type({ local }, 'token', 'list')).toContain(id);
    expect(await type({ local }, 'token', 'revoke', id)).toBe(`Token ${id} is revoked`);
    await expect(type({ credentials }, 'list', '--to', url)).rejects.toThrow(
      /This token is not known here, or was revoked/,
    );
    await expect(type({}, 'list', '--to', url)).rejects.toThrow('Set REMOTE_TOKEN to the token of your remote.');
  });

  it('cannot sign with an invalid key', async () => {
    const local = emptyLocalReleases();
    const args = ['publish', 'mf-sample', ...from('1.0.0')];
    await expect(type({ local, credentials: { signingKey: 'x' } }, ...args)).rejects.toThrow(
      /not a private Ed25519 key/,
    );
    const file = path.join(scratchFolder(), 'key.pub');
    writeFileSync(file, 'x');
    await expect(type({ local }, 'key', 'add', 'mf-sample', file)).rejects.toThrow(/not a public Ed25519 key/);
  });
});

it('the key of a live release cannot be removed', async () => {
  const local = emptyLocalReleases();
  await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'));
  const [id] = Object.keys((await readTeams(local.store)).teams['mf-sample']!.keys);
  await expect(type({ local }, 'key', 'remove', 'mf-sample', id!)).rejects.toThrow(
    'mf-sample 1.0.0, which is live, is signed by that key. Publish with another one first, or remove it anyway: --force',
  );
  expect(await type({ local }, 'key', 'list')).toContain(id);
  await expect(type({ local }, 'key', 'remove', 'mf-sample', '0'.repeat(16))).rejects.toThrow(/has no key 0+/);
});

it('a key that signed the canary or what a roll-back makes live can be removed only by force', async () => {
  const local = emptyLocalReleases();
  const publishWith = async (version: string, ...args: string[]): Promise<string> => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { id } = publicKeyOf(publicKey.export({ type: 'spki', format: 'pem' }) as string);
    const pem = path.join(scratchFolder(), 'key.pub');
    writeFileSync(pem, publicKey.export({ type: 'spki', format: 'pem' }) as string);
    await type({ local }, 'key', 'add', 'mf-sample', pem);
    const credentials = { signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
    await type({ local, credentials }, 'publish', 'mf-sample', ...from(version), ...args);
    return id;
  };
  const remove = (id: string, ...args: string[]) => type({ local }, 'key', 'remove', 'mf-sample', id, ...args);
  const first = await publishWith('1.0.0');
  await publishWith('2.0.0');
  const canary = await publishWith('3.0.0', '--canary', '10');
  await expect(remove(canary)).rejects.toThrow(/^mf-sample 3\.0\.0, which is the canary, is signed by that key\./);
  await expect(remove(first)).rejects.toThrow(
    /^mf-sample 1\.0\.0, which a roll-back makes live, is signed by that key\./,
  );
  await type({ local }, 'promote', 'mf-sample');
  expect(await remove(first)).toMatch(/is no longer accepted$/);
  expect(await remove(canary, '--force')).toMatch(/is no longer accepted$/);
});

describe('a data folder that cannot be written', () => {
  const locked = (local = emptyLocalReleases()) => ({
    local,
    requireWritable: () => {
      throw new Failure('The data folder cannot be written.');
    },
  });

  it.each([['list'], ['audit'], ['preview', 'list'], ['token', 'list'], ['key', 'list']])(
    'can be read: %s %s',
    async (...args) => {
      expect(await type(locked(), ...args)).toEqual(expect.any(String));
    },
  );

  it.each([
    ['promote', 'mf-sample', '1.0.0'],
    ['rollback', 'mf-sample'],
    ['abort', 'mf-sample', '--why', 'x'],
    ['preview', 'end', 'mf-sample', 'pr-12'],
    ['token', 'add', 'mf-sample'],
    ['key', 'remove', 'mf-sample', '0'.repeat(16)],
  ])('cannot be changed: %s %s', async (...args) => {
    await expect(type(locked(), ...args)).rejects.toThrow('The data folder cannot be written.');
  });
});

describe('the check', () => {
  it('compares with the store, and reports that the build was not run, if no stack is running', async () => {
    const local = emptyLocalReleases();
    await type({ local }, 'publish', 'mf-sample', ...from('1.0.0'));
    const without = { path: '/other', screen: 'other', title: 'Other', indexable: false, html: '<main></main>' };
    const folder = aBuild({ version: '2.0.0', routes: [without] });
    await expect(type({ local }, 'publish', 'mf-sample', '--from', folder)).rejects.toThrow(
      /^mf-sample cannot be published\.\n- \/sample: this screen is live in 1\.0\.0.*--allow-removed \/sample\.$/,
    );
    expect(await type({ local }, 'check', 'mf-sample', '--from', folder, '--allow-removed', '/sample')).toMatch(
      /The build was not run: no stack runs here\..*\nmf-sample 2\.0\.0 may be published$/,
    );
    expect(await liveIn(local)).toMatchObject({ version: '1.0.0' });
  });

  it('compares with nothing if only a publishing API is known, and reports that', async () => {
    const said = await type({}, 'check', 'mf-sample', ...from('1.0.0'));
    expect(said).toMatch(/not run, nor compared with what is live: name the site with --site <url>\./);
  });

  it('reports an unreachable site in a sentence', async () => {
    const running = { siteUrl: 'http://127.0.0.1:9', publishingUrl: 'http://127.0.0.1:9' };
    await expect(type({ running }, 'check', 'mf-sample', ...from('1.0.0'))).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:9 cannot be reached\. Start the stack, or name the site: --site/,
    );
  });
});
