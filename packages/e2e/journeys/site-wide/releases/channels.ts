import fs from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsBySize } from '../../../src/axe.ts';
import { newVisitor, type Visitor } from '../../../src/browser.ts';
import { laterBuild, servedRemotes, remoteCommand, UNCHECKED } from '../../../src/remotes.ts';
import { siteUrl } from '../../../src/stack.ts';
import { answer, arrive, open, walkQuiz } from '../../../src/walk.ts';

const FROM = 'HAVE YOU EVER USED AI?';
const CANARY = { from: FROM, to: 'HAVE YOU MET AI YET?', version: '9.5.1-canary' };
const PREVIEW = { from: FROM, to: 'HAVE YOU SEEN AI AT WORK?', version: '9.5.2-preview' };

const builds: string[] = [];
const buildOf = async (change: typeof CANARY): Promise<string> => {
  const dir = await laterBuild('mf-quiz', change);
  builds.push(dir);
  return dir;
};

/** Opens the entry and waits for a text. */
const sees = async ({ page }: Visitor, text: string): Promise<void> => {
  await open(page, '/');
  await page.getByText(text).waitFor();
};

/** Returns how many of these newcomers are served HTML with the text. */
const countOf = async (newcomers: number, text: string): Promise<number> => {
  const pages = await Promise.all(Array.from({ length: newcomers }, async () => (await fetch(siteUrl('/'))).text()));
  return pages.filter((html) => html.includes(text)).length;
};

afterAll(() => Promise.all(builds.map((dir) => fs.rm(dir, { recursive: true, force: true }))));

describe.sequential('a canary', () => {
  let stable: string;
  let dir: string;
  let early: Visitor;
  let visitor: Visitor;

  beforeAll(async () => {
    stable = (await servedRemotes())['mf-quiz']!.version;
    dir = await buildOf(CANARY);
    early = await newVisitor();
    await sees(early, FROM);
  });
  afterAll(() => Promise.all([early, visitor].map(({ context }) => context.close())));

  it('with a small share is seen by few newcomers, and the others get the stable release', async () => {
    const output = await remoteCommand('publish', 'mf-quiz', '--from', dir, '--canary', '1', ...UNCHECKED);
    expect(output).toContain('9.5.1-canary is given to 1 % of visitors');
    expect(await countOf(100, CANARY.to)).toBeLessThan(15);
    expect((await servedRemotes())['mf-quiz']!.version).toBe(stable);
  });

  it('for all visitors is seen by every newcomer, but not in a visit that began before', async () => {
    await remoteCommand('publish', 'mf-quiz', '--from', dir, '--canary', '100', ...UNCHECKED);
    await expect.poll(() => countOf(10, CANARY.to)).toBe(10);
    visitor = await newVisitor();
    await sees(visitor, CANARY.to);
    await sees(early, FROM);
    expect(await remoteCommand('list', 'mf-quiz')).toContain('9.5.1-canary (100 %)');
  });

  it('stays the same across reloads and screens', async () => {
    const { page } = visitor;
    await page.reload();
    await page.getByText(CANARY.to).waitFor();
    await answer(page, 'yes');
    await arrive(page, 'q1');
    await walkQuiz(page, 'q2');
    await page.reload();
    await arrive(page, 'q2');
    await sees(visitor, CANARY.to);
  });

  it('keeps other builds from being published', async () => {
    const other = await buildOf({ ...CANARY, version: '9.5.3-other' });
    await expect(remoteCommand('publish', 'mf-quiz', '--from', other, ...UNCHECKED)).rejects.toThrow(
      /9\.5\.1-canary is a canary for 100 % of visitors\. End it first/,
    );
  });

  it('is no longer seen by its visitors once it is aborted, without an error', async () => {
    await remoteCommand('abort', 'mf-quiz', '--why', 'a test');
    await expect.poll(() => countOf(10, CANARY.to)).toBe(0);
    await sees(visitor, FROM);
    expect(await remoteCommand('audit', 'mf-quiz')).toMatch(/abort +9\.5\.1-canary .*a test/);
    expect([...visitor.complaints, ...early.complaints]).toEqual([]);
  });
});

describe.sequential('a preview', () => {
  let link: string;
  let team: Visitor;
  let other: Visitor;

  beforeAll(async () => {
    const build = await buildOf(PREVIEW);
    const output = await remoteCommand('preview', 'mf-quiz', '--from', build, '--name', 'pr-12', ...UNCHECKED);
    link = /^http\S+$/m.exec(output)![0];
    team = await newVisitor();
    other = await newVisitor();
  });
  afterAll(() => Promise.all([team, other].map(({ context }) => context.close())));

  it('is shown on the real stack only to the browser that opened its link', async () => {
    await team.page.goto(link);
    expect(new URL(team.page.url()).pathname).toBe('/');
    await team.page.getByText(PREVIEW.to).waitFor();
    await sees(other, FROM);
    expect(await other.page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0);
  });

  it('has a banner on every screen, which shifts no layout', async () => {
    const { page } = team;
    await sees(team, PREVIEW.to);
    const banner = page.getByRole('complementary', { name: 'Preview' });
    expect(await banner.innerText()).toMatch(/pr-12: mf-quiz 9\.5\.2-preview/);
    const shift = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(sum), 500);
          }),
      );
    expect(await shift()).toBeLessThan(0.01);
    expect(await violationsBySize(page)).toEqual([]);
    await answer(page, 'yes');
    await arrive(page, 'q1');
    expect(await banner.isVisible()).toBe(true);
    expect(team.complaints).toEqual([]);
  });

  it('can be ended in this browser by its banner', async () => {
    const { page } = team;
    await page.getByRole('link', { name: 'End the preview' }).click();
    await page.getByText(FROM).waitFor();
    expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0);
    await page.goto(link);
    await page.getByText(PREVIEW.to).waitFor();
  });

  it('ends for everybody when its team ends it, and an altered link is explained in a sentence', async () => {
    expect(await remoteCommand('preview', 'list', 'mf-quiz')).toContain(link);
    await remoteCommand('preview', 'end', 'mf-quiz', 'pr-12');
    await expect.poll(async () => (await fetch(link, { redirect: 'manual' })).status).toBe(404);
    await sees(team, FROM);
    await other.page.goto(link.replace('pr-12', 'pr-13'));
    await other.page.getByText('This is not a preview link of ours.').waitFor();
    await other.page.getByRole('link', { name: 'Go to the site' }).click();
    await other.page.getByText(FROM).waitFor();
  });
});
