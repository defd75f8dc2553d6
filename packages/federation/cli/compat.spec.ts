import type { ServiceContract } from '@course/contracts';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aFlow, MONTH, offers, publishBuild, signedBuild, storeReleases, WEEK } from '../testing/fixtures.ts';
import { aBuild, emptyLocalReleases, scratchFolder } from '../testing/a-build.ts';
import { declarationReader } from '../edge/declarations.ts';
import { followReleases } from '../edge/follow.ts';
import { readRegistry } from '../registry/registry.ts';
import type { LocalReleases } from '../registry/local-releases.ts';
import { aService } from '../testing/a-service.ts';
import { runCompatCommand } from './compat.ts';
import { declarationsIn } from './declared.ts';

/** An installation whose visitors have two releases of a remote, the first of them no longer live. */
const anInstallation = async (): Promise<LocalReleases> => {
  const local = emptyLocalReleases();
  await publishBuild(local, aBuild({ version: '1.0.0', flow: aFlow({ plans: [WEEK] }) }));
  await publishBuild(local, aBuild({ version: '2.0.0', flow: aFlow({ plans: [MONTH] }) }));
  return local;
};

/** Returns the address at which an edge of this installation serves its releases' declarations. */
const anEdge = async ({ store }: LocalReleases): Promise<string> => {
  const [dir, logger] = [scratchFolder(), pino({ level: 'silent' })];
  const follower = await followReleases({ store, dir, logger });
  onTestFinished(() => follower.stop());
  const known = Object.values((await readRegistry(store)).remotes).flatMap(({ releases }) => Object.keys(releases));
  await vi.waitFor(() => expect(follower.visitorReleases(new Date())).toHaveLength(known.length));
  const read = declarationReader(follower, dir, logger);
  const { url } = await aService(async (requested) =>
    JSON.stringify(await read(Date.now(), new URL(requested, 'http://edge').searchParams.get('for') === 'compat')),
  );
  return `${url}/declarations`;
};

const compat = async (local: LocalReleases, contracts: readonly ServiceContract[], ...args: string[]) => {
  const said: string[] = [];
  const ended = runCompatCommand({ args, store: local.store, contracts, say: (text) => void said.push(text) });
  const failure = await ended.then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { said: said.join('\n'), failure };
};

describe('npm run compat', () => {
  it('accepts services that still serve what visitors have', async () => {
    const local = await anInstallation();
    for (const contracts of [offers(), offers({ funnel: [2, 1] })]) {
      const { said, failure } = await compat(local, contracts);
      expect([said, failure]).toEqual(['All 2 releases that visitors may have work with these services.', undefined]);
    }
  });

  it.each([
    ['drops a contract', offers({ funnel: [2] }), [], /2\.0\.0 +yes +needs contract 1 .* keep serving contract 1 /],
    [
      'drops a plan',
      offers({ plans: [WEEK] }),
      [],
      /2\.0\.0 +yes +offers the plan 4week.* keep selling it until mf-sample/,
    ],
    [
      'drops a plan of a release that visits may still hold',
      offers({ plans: [MONTH] }),
      [],
      /1\.0\.0 +no longer +offers the plan 1week.* until no visit holds/,
    ],
    [
      'changes a price',
      offers({ plans: [WEEK, { ...MONTH, originalCents: 5000 }] }),
      [],
      /2\.0\.0 +yes +shows 44\.79 .* publish mf-sample with the new price/,
    ],
  ])('refuses services if one %s', async (_what, contracts, args, row) => {
    const { said, failure } = await compat(await anInstallation(), contracts, ...args);
    expect(said).toMatch(row);
    expect(failure).toMatch(/^These services must not be deployed yet/);
  });

  it('accepts changed prices if told to, and in releases that are no longer live', async () => {
    const local = await anInstallation();
    const changed = offers({ plans: [WEEK, { ...MONTH, originalCents: 5000 }] });
    expect((await compat(local, changed, '--accept-prices')).failure).toBeUndefined();
    const earlier = await compat(local, offers({ plans: [{ ...WEEK, originalCents: 1 }, MONTH] }));
    expect([earlier.failure, earlier.said]).toEqual([undefined, expect.stringMatching(/1\.0\.0 +no longer +shows/)]);
  });

  it('ignores releases that were live more than 30 days ago', async () => {
    const { store } = await anInstallation();
    const later = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect((await declarationsIn(store, later)).releases.map(({ version }) => version)).toEqual(['2.0.0']);
  });

  it('includes an earlier release even while a link shows it', async () => {
    const local = await anInstallation();
    const first = await signedBuild(local, aBuild({ version: '1.0.0', flow: aFlow({ plans: [WEEK] }) }));
    await storeReleases(local.store).preview(first, { name: 'shown', days: 7 }, { who: 'a test', why: '' });
    expect((await compat(local, offers({ plans: [MONTH] }))).said).toMatch(/1\.0\.0 +no longer +offers the plan 1week/);
  });

  it('ignores releases that only links showed', async () => {
    const local = await anInstallation();
    const releases = storeReleases(local.store);
    for (const [name, version] of Object.entries({ shown: '3.0.0', ended: '4.0.0' })) {
      const upload = await signedBuild(local, aBuild({ version, flow: aFlow({ services: { 'svc-funnel': 3 } }) }));
      await releases.preview(upload, { name, days: 7 }, { who: 'a test', why: '' });
    }
    await releases.endPreview('mf-sample', 'ended', { who: 'a test', why: '' });
    const { said, failure } = await compat(local, offers());
    expect([said, failure]).toEqual(['All 2 releases that visitors may have work with these services.', undefined]);
  });

  it('asks an edge instead of the store', async () => {
    const local = await anInstallation();
    const edge = await anEdge(local);
    expect((await compat(emptyLocalReleases(), offers({ funnel: [2] }), '--declarations', edge)).failure).toMatch(
      /2 needs of releases/,
    );
  });

  it('refuses to change the price of a canary, whether it reads the store or asks an edge', async () => {
    const local = emptyLocalReleases();
    await publishBuild(local, aBuild({ version: '1.0.0', flow: aFlow({ plans: [WEEK] }) }));
    const next = await signedBuild(local, aBuild({ version: '2.0.0', flow: aFlow({ plans: [MONTH] }) }));
    await storeReleases(local.store).publish(next, { who: 'a test', why: '' }, { share: 10, promote: false });
    const changed = offers({ plans: [WEEK, { ...MONTH, originalCents: 5000 }] });
    const ofStore = await compat(local, changed);
    expect(ofStore.said).toMatch(/2\.0\.0 +yes +shows 44\.79/);
    expect(await compat(emptyLocalReleases(), changed, '--declarations', await anEdge(local))).toEqual(ofStore);
  });

  it('reports in one sentence what is missing', async () => {
    expect((await compat(emptyLocalReleases(), offers())).failure).toMatch(/has no releases. Set DATA_DIR/);
    expect((await compat(emptyLocalReleases(), offers(), '--declarations', 'http://127.0.0.1:9/')).failure).toMatch(
      /INTERNAL_PORT/,
    );
    expect((await compat(emptyLocalReleases(), offers(), '--site')).failure).toMatch(/unknown option/);
  });
});
