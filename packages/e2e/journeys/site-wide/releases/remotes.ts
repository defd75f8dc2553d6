import fs from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../../../src/browser.ts';
import {
  brokenBuild,
  laterBuild,
  loseFile,
  npmRunRemote,
  publishUncheckedBuild,
  servedRemotes,
  remoteCommand,
  SCREENS_CHUNK,
  withLive,
} from '../../../src/remotes.ts';
import { sampleOf } from '../../../src/sample.ts';
import { siteUrl, stackFile } from '../../../src/stack.ts';
import { answer, arrive, interactive, open, walkQuiz } from '../../../src/walk.ts';

const OFFER = '**/remotes/mf-offer/**';

const fallback = (page: Page, reason: string) => page.locator(`[data-screen="unavailable"][data-reason="${reason}"]`);
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).click();
const offerVersion = async (): Promise<string> => (await servedRemotes())['mf-offer']!.version;

/** Returns what the shell logged about remotes: name, version and the code of the reason. */
const logged = (complaints: readonly string[]): string[] =>
  complaints.filter((line) => line.startsWith('console: [')).map((line) => /\[[^\]]+\] \w+/.exec(line)![0]);

/** Opens a page that hangs, kills it as an impatient visitor does, and opens the same address in another tab. */
async function killWhenHung(page: Page, url: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(siteUrl('/runtime-config.json'));
  const crashed = page.waitForEvent('crash');
  const devTools = await page.context().newCDPSession(page);
  await page.goto(url, { waitUntil: 'commit' });
  // A live tab renews its timestamp every second.
  const isStale = () => Date.now() - Number(localStorage.getItem('remote-starting-mf-offer')?.split(' ')[1]) > 3_500;
  // A hung tab blocks frames in other tabs of its window, so this polls by time.
  await other.waitForFunction(isStale, undefined, { polling: 250 });
  devTools.send('Page.crash').catch(() => {});
  await crashed;
  await other.goto(url);
  return other;
}

const ENTRY = /^remoteEntry\.js$/;

const TEXTS = {
  missing: 'A file of this part of the page is missing.',
  unreadable: 'Your browser cannot read this part of the page.',
  contract: 'This part of the page is being updated.',
  broken: 'This part of the page has a problem.',
  hung: 'This part of the page stopped answering.',
} as const;

interface Mistake {
  readonly what: string;
  /** The reason that the fallback shows. */
  readonly reason: keyof typeof TEXTS;
  /** The script to change; default the entry. */
  readonly script?: RegExp;
  readonly change?: (code: string) => string;
  /** The file to remove from what the edge serves. */
  readonly lost?: RegExp;
}

/** Returns an entry script that exports this instead of our remote. */
const exporting = (remote: string) => () =>
  `var mf_offer = { init() {}, get: async () => () => ({ default: ${remote} }) };`;

const THROWING_SCREEN = `{ contract: 1, name: 'mf-offer', routes: [{
  path: '/email', screen: 'email', title: 'x', Screen() { throw new Error('boom'); }
}] }`;

/** Mistakes that a team may publish. */
const MISTAKES: readonly Mistake[] = [
  { what: 'a truncated entry script', reason: 'unreadable', change: () => 'var mf_offer = {' },
  { what: 'an entry script with a syntax error', reason: 'unreadable', change: (code) => `const = 1;${code}` },
  { what: 'an entry script that throws', reason: 'broken', change: (code) => `throw new Error('boom');${code}` },
  { what: 'an undefined export', reason: 'broken', change: exporting('undefined') },
  {
    what: 'a future contract',
    reason: 'contract',
    change: exporting("{ contract: 99, name: 'mf-offer', routes: [] }"),
  },
  { what: 'another remote', reason: 'broken', change: exporting("{ contract: 1, name: 'mf-legal', routes: [] }") },
  { what: 'a screen that throws', reason: 'broken', change: exporting(THROWING_SCREEN) },
  {
    what: 'a chunk with a syntax error',
    reason: 'unreadable',
    script: SCREENS_CHUNK,
    change: (code) => `const = 1;${code}`,
  },
  { what: 'a missing chunk', reason: 'missing', lost: /assets\/__federation_expose_remote\.\w+\.js/ },
  { what: 'a missing entry script', reason: 'missing', lost: /remoteEntry\.js/ },
];

describe('a remote that', () => {
  it('is down shows its fallback while the others work, and Retry loads it', async () => {
    const { page, complaints } = await freshVisitor();
    await page.route(OFFER, (route) => route.abort());
    await page.goto(siteUrl('/email'));
    await fallback(page, 'unreachable').waitFor();
    // One line says why. React logs nothing, and the browser logs each failed request.
    expect(logged(complaints)).toEqual([`[mf-offer@${await offerVersion()}] remote_unreachable`]);
    expect(complaints.filter((line) => !line.startsWith('console: Failed to load resource'))).toHaveLength(1);
    await open(page, '/q1');
    await walkQuiz(page, 'q2');
    await page.goto(siteUrl('/email'));
    await fallback(page, 'unreachable').waitFor();
    await page.unroute(OFFER);
    await retry(page);
    await arrive(page, 'email');
  });

  it('is slow shows its fallback after 8 s, and Retry loads it', async () => {
    const { page } = await freshVisitor();
    await page.clock.install();
    // Paused before the load, because the timeout would otherwise start on a running clock.
    await page.clock.pauseAt(Date.now() + 60_000);
    const requested = page.waitForRequest('**/remotes/mf-offer/**/remoteEntry.js');
    await page.route('**/remotes/mf-offer/**/remoteEntry.js', () => {});
    await page.goto(siteUrl('/email'));
    await requested;
    await page.clock.runFor(7_900);
    expect(await fallback(page, 'slow').count()).toBe(0);
    await page.clock.runFor(200);
    await fallback(page, 'slow').waitFor();
    await page.clock.resume();
    await page.unroute('**/remotes/mf-offer/**/remoteEntry.js');
    await retry(page);
    await arrive(page, 'email');
  });

  it('needs a newer shell shows its fallback until it is rolled back', async () => {
    const { page } = await freshVisitor();
    const change = { from: '"contract":2', to: '"contract":99', version: `9.7.${Date.now()}` };
    const dir = await laterBuild('mf-offer', change);
    await publishUncheckedBuild(dir);
    try {
      await page.goto(siteUrl('/sales002'));
      await fallback(page, 'contract').waitFor();
      await open(page, '/');
      await answer(page, 'yes');
      await arrive(page, 'q1');
      await page.goto(siteUrl('/sales002'));
      await interactive(page);
    } finally {
      await remoteCommand('rollback', 'mf-offer');
      await fs.rm(dir, { recursive: true });
    }
    await retry(page);
    await arrive(page, 'sales002');
  });
});

describe('a published build', () => {
  it.each(sampleOf(MISTAKES, 1))(
    'with $what says so on screen and in the log, the other remotes work, and Retry loads its successor',
    async ({ reason, script = ENTRY, change = (code) => code, lost }) => {
      const { page, complaints } = await freshVisitor();
      const version = `9.8.${Date.now()}`;
      await withLive('mf-offer', await brokenBuild('mf-offer', { script, change, version }), async () => {
        if (lost) await loseFile('mf-offer', lost);
        await page.goto(siteUrl('/email'));
        await fallback(page, reason).getByText(TEXTS[reason]).waitFor();
        expect(logged(complaints)).toEqual([`[mf-offer@${version}] remote_${reason}`]);
        await open(page, '/terms');
        await arrive(page, 'terms');
        await page.goto(siteUrl('/email'));
        await fallback(page, reason).waitFor();
      });
      await retry(page);
      await arrive(page, 'email');
    },
  );

  it('with an infinite loop hangs its visitor only once: the next visit shows why, the other remotes work, and Retry loads its successor', async () => {
    const { page } = await freshVisitor();
    const version = `9.8.${Date.now()}`;
    const dir = await brokenBuild('mf-offer', { script: ENTRY, change: (text) => `for (;;);${text}`, version });
    await withLive('mf-offer', dir, async () => {
      const otherTab = await killWhenHung(page, siteUrl('/email'));
      await fallback(otherTab, 'hung').getByText(TEXTS.hung).waitFor();
      await open(otherTab, '/terms');
      await arrive(otherTab, 'terms');
      await otherTab.goto(siteUrl('/email'));
      await fallback(otherTab, 'hung').waitFor();
      await remoteCommand('rollback', 'mf-offer');
      await retry(otherTab);
      await arrive(otherTab, 'email');
      await remoteCommand('promote', 'mf-offer', version);
    });
  });
});

describe('publishing', () => {
  it('makes a newer build live without a restart, and rolling back restores the older one', async () => {
    const { page } = await freshVisitor();
    const old = (await servedRemotes())['mf-quiz']!.version;
    const pids = stackFile().pids;
    await open(page, '/');
    const midQuiz = await freshVisitor();
    await open(midQuiz.page, '/q1');

    const change = { from: 'HAVE YOU EVER USED AI?', to: 'HAVE YOU TRIED AI YET?', version: '9.9.9-test' };
    const dir = await laterBuild('mf-quiz', change);
    await remoteCommand('publish', 'mf-quiz', '--from', dir, '--no-browser');
    // A visit keeps the release that it began with.
    await open(page, '/');
    await page.getByText(change.from).waitFor();
    const newcomer = await freshVisitor();
    await open(newcomer.page, '/');
    await newcomer.page.getByText(change.to).waitFor();
    expect((await (await fetch(siteUrl('/'))).text()).includes(change.to)).toBe(true);
    expect((await npmRunRemote('list', 'mf-quiz')).stdout).toContain('9.9.9-test');
    await walkQuiz(midQuiz.page, 'q3');

    await remoteCommand('rollback', 'mf-quiz');
    expect((await servedRemotes())['mf-quiz']!.version).toBe(old);
    await open(newcomer.page, '/');
    await newcomer.page.getByText(change.from).waitFor();
    expect(stackFile().pids).toEqual(pids);
    expect([...midQuiz.complaints, ...newcomer.complaints]).toEqual([]);
    await fs.rm(dir, { recursive: true });
  });

  it('is refused for a build with an unsupported contract', async () => {
    const dir = await laterBuild('mf-quiz', { from: '"contract":2', to: '"contract":99', version: '9.9.10-test' });
    await expect(npmRunRemote('check', 'mf-quiz', '--from', dir)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/its contract is 99/),
    });
    await expect(remoteCommand('publish', 'mf-quiz', '--from', dir)).rejects.toThrow(/its contract is 99/);
    expect((await servedRemotes())['mf-quiz']!.version).not.toBe('9.9.10-test');
    await fs.rm(dir, { recursive: true });
  });
});
