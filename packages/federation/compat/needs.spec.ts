import type { DeclaredFlow, DeclaredStep } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { aService } from '../testing/a-service.ts';
import { aFlow, MONTH, offers, WEEK } from '../testing/fixtures.ts';
import { danglingExits, unmetLabels, unmetNeeds, unmetSentence } from './needs.ts';
import { readContracts } from './read-contracts.ts';

const sentences = (flow: DeclaredFlow, contracts = offers(), unasked: string[] = []) =>
  unmetNeeds(flow.needs, contracts, unasked).map(unmetSentence);

describe('what a release needs of services', () => {
  it('is met by the services that it was built against, and by ones that still serve its contract', () => {
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
      'needs contract 1 of svc-mail, which is not a known service',
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

  it('is taken as met by a service that is not asked', () => {
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

  it('are labels of questions that some remote asks', () => {
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
  it('returns what they offer, and which were not asked', async () => {
    const [funnel] = offers();
    expect(await readContracts({ 'svc-funnel': await serving(funnel) })).toEqual({
      contracts: [funnel],
      unasked: ['svc-tracking'],
    });
  });

  it.each([
    ['does not respond', async () => 'http://127.0.0.1:9'],
    ['responds with something else', async () => serving({ service: 'svc-funnel' })],
    ['is another one', async () => serving(offers()[1])],
  ])('fails for a service that %s', async (_what, at) => {
    await expect(readContracts({ 'svc-funnel': await at() })).rejects.toThrow(
      /^svc-funnel does not say what it offers/,
    );
  });
});
