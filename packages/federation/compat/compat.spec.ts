import type { DeclaredFlow, DeclaredStep, ServiceContract } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { publishBuild, signedBuild, storeReleases } from '../edge/fixtures.ts';
import { aBuild, aHome } from '../registry/a-build.ts';
import type { ReleaseHome } from '../registry/home.ts';
import { aService } from '../test/a-service.ts';
import { runCompatCommand } from './command.ts';
import { declarationsIn } from './declared.ts';
import { danglingExits, unmetLabels, unmetNeeds, unmetSentence } from './needs.ts';
import { readContracts } from './read-contracts.ts';

const WEEK = { key: '1week', currency: 'usd', originalCents: 1552, discountedCents: 776 };
const MONTH = { key: '4week', currency: 'usd', originalCents: 4479, discountedCents: 2240 };

const offers = ({ funnel = [1], plans = [WEEK, MONTH] } = {}): readonly ServiceContract[] => [
  { service: 'svc-funnel', contracts: funnel, plans },
  { service: 'svc-tracking', contracts: [1], plans: [] },
];

const aFlow = (over: Partial<DeclaredFlow['needs']> = {}, more: Partial<DeclaredFlow> = {}): DeclaredFlow => ({
  entries: {},
  exits: [],
  steps: [],
  needs: { services: { 'svc-funnel': 1, 'svc-tracking': 1 }, plans: [WEEK, MONTH], labels: [], ...over },
  ...more,
});

const sentences = (flow: DeclaredFlow, contracts = offers(), unasked: string[] = []) =>
  unmetNeeds(flow.needs, contracts, unasked).map(unmetSentence);

describe('what a release needs of services', () => {
  it('is met by the services that it was built against, and by those that still serve its contract', () => {
    expect(sentences(aFlow())).toEqual([]);
    expect(sentences(aFlow(), offers({ funnel: [2, 1] }))).toEqual([]);
  });

  it.each([
    [
      'a contract that is no longer served',
      aFlow(),
      offers({ funnel: [2] }),
      'needs contract 1 of svc-funnel, which serves 2',
    ],
    [
      'a contract that is not served yet',
      aFlow({ services: { 'svc-funnel': 3 } }),
      offers({ funnel: [2, 1] }),
      'needs contract 3 of svc-funnel, which serves 2 and 1',
    ],
    [
      'an unknown service',
      aFlow({ services: { 'svc-mail': 1 } }),
      offers(),
      'needs contract 1 of svc-mail, which nobody serves',
    ],
    ['a plan', aFlow(), offers({ plans: [MONTH] }), 'offers the plan 1week, which svc-funnel does not sell'],
    [
      'a price',
      aFlow(),
      offers({ plans: [{ ...WEEK, discountedCents: 800 }, MONTH] }),
      'shows 15.52 and 7.76 usd for the plan 1week, for which svc-funnel charges 15.52 and 8.00 usd',
    ],
  ])('is not met without %s', (_what, flow, contracts, sentence) => {
    expect(sentences(flow, contracts)).toEqual([sentence]);
  });

  it('is not judged of a service that is not asked', () => {
    expect(sentences(aFlow(), [], ['svc-funnel', 'svc-tracking'])).toEqual([]);
  });
});

describe('what remotes need of each other', () => {
  const question: DeclaredStep['question'] = { key: 'q3', kind: 'one', options: [] };
  const asking = aFlow(
    {},
    {
      entries: { quiz: '/q3' },
      exits: ['plan', 'nowhere'],
      steps: [{ key: 'q3', path: '/q3', title: 'Q', kind: 'single', question, counts: true, next: null, exit: 'plan' }],
    },
  );
  const showing = aFlow({ labels: ['q3', 'q4'] }, { entries: { plan: '/email' }, exits: ['quiz'] });
  const all = [
    { name: 'mf-quiz', flow: asking },
    { name: 'mf-offer', flow: showing },
  ];

  it('are labels of questions that somebody asks', () => {
    expect(unmetLabels(all)).toEqual([{ name: 'mf-offer', label: 'q4' }]);
    expect(unmetLabels([...all, { name: 'mf-old', flow: undefined }])).toEqual([]);
  });

  it('are entries for their exits', () => {
    expect(danglingExits(all[0]!, all)).toEqual(['nowhere']);
    expect(danglingExits(all[1]!, all)).toEqual([]);
  });
});

const serving = async (body: unknown): Promise<string> => (await aService(JSON.stringify(body))).url;

describe('asking services', () => {
  it('returns what they offer, and who was not asked', async () => {
    const [funnel] = offers();
    expect(await readContracts({ 'svc-funnel': await serving(funnel) })).toEqual({
      contracts: [funnel],
      unasked: ['svc-tracking'],
    });
  });

  it.each([
    ['does not answer', async () => 'http://127.0.0.1:9'],
    ['answers with something else', async () => serving({ service: 'svc-funnel' })],
    ['is another one', async () => serving(offers()[1])],
  ])('refuses a service that %s', async (_what, at) => {
    await expect(readContracts({ 'svc-funnel': await at() })).rejects.toThrow(
      /^svc-funnel does not say what it offers/,
    );
  });
});

/** An installation whose visitors have two releases of a remote, the first of them no longer live. */
const anInstallation = async (): Promise<ReleaseHome> => {
  const home = aHome();
  await publishBuild(home, aBuild({ version: '1.0.0', flow: aFlow({ plans: [WEEK] }) }));
  await publishBuild(home, aBuild({ version: '2.0.0', flow: aFlow({ plans: [MONTH] }) }));
  return home;
};

const compat = async (home: ReleaseHome, contracts: readonly ServiceContract[], ...args: string[]) => {
  const said: string[] = [];
  const ended = runCompatCommand({ args, store: home.store, contracts, say: (text) => void said.push(text) });
  const failure = await ended.then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { said: said.join('\n'), failure };
};

describe('npm run compat', () => {
  it('lets services be deployed that go on serving what visitors have', async () => {
    const home = await anInstallation();
    for (const contracts of [offers(), offers({ funnel: [2, 1] })]) {
      const { said, failure } = await compat(home, contracts);
      expect([said, failure]).toEqual([
        'All 2 releases that visitors may have can go on with these services.',
        undefined,
      ]);
    }
  });

  it.each([
    ['drops a contract', offers({ funnel: [2] }), [], /2\.0\.0 +yes +needs contract 1 .* keep serving contract 1 /],
    [
      'drops a plan',
      offers({ plans: [WEEK] }),
      [],
      /2\.0\.0 +yes +offers the plan 4week.* go on selling it until mf-sample/,
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
  ])('refuses services of which one %s', async (_what, contracts, args, row) => {
    const { said, failure } = await compat(await anInstallation(), contracts, ...args);
    expect(said).toMatch(row);
    expect(failure).toMatch(/^These services must not be deployed yet/);
  });

  it('accepts changed prices when told to, and in releases that are no longer live', async () => {
    const home = await anInstallation();
    const changed = offers({ plans: [WEEK, { ...MONTH, originalCents: 5000 }] });
    expect((await compat(home, changed, '--accept-prices')).failure).toBeUndefined();
    const earlier = await compat(home, offers({ plans: [{ ...WEEK, originalCents: 1 }, MONTH] }));
    expect([earlier.failure, earlier.said]).toEqual([undefined, expect.stringMatching(/1\.0\.0 +no longer +shows/)]);
  });

  it('forgets releases that were live more than 30 days ago', async () => {
    const { store } = await anInstallation();
    const later = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect((await declarationsIn(store, later)).releases.map(({ version }) => version)).toEqual(['2.0.0']);
  });

  it('leaves out what only links showed', async () => {
    const home = await anInstallation();
    const releases = storeReleases(home.store);
    for (const [name, version] of Object.entries({ shown: '3.0.0', ended: '4.0.0' })) {
      const upload = await signedBuild(home, aBuild({ version, flow: aFlow({ services: { 'svc-funnel': 3 } }) }));
      await releases.preview(upload, { name, days: 7 }, { who: 'a test', why: '' });
    }
    await releases.endPreview('mf-sample', 'ended', { who: 'a test', why: '' });
    const { said, failure } = await compat(home, offers());
    expect([said, failure]).toEqual([
      'All 2 releases that visitors may have can go on with these services.',
      undefined,
    ]);
  });

  it('asks an edge instead of the store', async () => {
    const home = await anInstallation();
    const edge = await serving(await declarationsIn(home.store, new Date()));
    const { failure } = await compat(aHome(), offers({ funnel: [2] }), '--declarations', `${edge}/declarations`);
    expect(failure).toMatch(/2 needs of releases/);
  });

  it('says in one sentence what it lacks', async () => {
    expect((await compat(aHome(), offers())).failure).toMatch(/has no releases. Set DATA_DIR/);
    expect((await compat(aHome(), offers(), '--declarations', 'http://127.0.0.1:9/')).failure).toMatch(/INTERNAL_PORT/);
    expect((await compat(aHome(), offers(), '--site')).failure).toMatch(/unknown option/);
  });
});
