import type { DeclaredFlow, DeclaredStep, ServiceContract } from '@course/contracts';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { releasesOverHttp } from '../publishing-api/client.ts';
import { createPublishingApi } from '../publishing-api/server.ts';
import { publishBuild, signedBuild, storeReleases } from '../testing/fixtures.ts';
import { aBuild, emptyLocalReleases, liveIn } from '../testing/a-build.ts';
import { makeToken } from '../registry/tokens.ts';
import { aService } from '../testing/a-service.ts';

const WEEK = { key: '1week', currency: 'usd', originalCents: 1552, discountedCents: 776 };

const aFlow = ({
  needs,
  ...over
}: Partial<Omit<DeclaredFlow, 'needs'>> & { needs?: Partial<DeclaredFlow['needs']> } = {}) => ({
  entries: {},
  exits: [],
  steps: [],
  ...over,
  needs: { services: { 'svc-funnel': 1 }, plans: [WEEK], labels: [], ...needs },
});

const asking = (key: string): DeclaredStep => {
  const question: DeclaredStep['question'] = { key, kind: 'one', options: [] };
  return { key, path: `/${key}`, title: key, kind: 'single', question, counts: true, next: null, exit: null };
};

interface Services {
  readonly contracts?: readonly number[];
  readonly plans?: ServiceContract['plans'];
  /** False if the publishing API does not have its address. */
  readonly isKnown?: boolean;
  readonly isDown?: boolean;
}

/** A publishing API in front of a store, next to a svc-funnel that offers this, with a team's actions through it. */
const aPublishingApi = async ({ contracts = [1], plans = [WEEK], isKnown = true, isDown = false }: Services = {}) => {
  const local = emptyLocalReleases();
  const offer: ServiceContract = { service: 'svc-funnel', contracts: [...contracts], plans };
  const { url: funnelUrl } = await aService(JSON.stringify(offer));
  const services = { 'svc-funnel': isKnown ? (isDown ? 'http://127.0.0.1:9' : funnelUrl) : undefined };
  const app = await createPublishingApi({ store: local.store, logger: pino({ level: 'silent' }), services });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { token } = await makeToken(local.store, { remote: 'mf-sample', name: 'pipeline', now: new Date() });
  const releases = releasesOverHttp({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, token });
  const publish = async (flow: DeclaredFlow, version = '1.0.0') =>
    releases.publish(await signedBuild(local, aBuild({ version, flow })), { who: '', why: '' });
  return { local, releases, publish };
};

describe('a release goes live', () => {
  it('if services offer what it needs', async () => {
    const { publish, local } = await aPublishingApi({ contracts: [2, 1] });
    expect(await publish(aFlow())).toMatchObject({ version: '1.0.0', warnings: [] });
    expect((await liveIn(local))?.version).toBe('1.0.0');
  });

  it('with warnings about an exit that leads nowhere and about services that could not be asked', async () => {
    const { publish } = await aPublishingApi({ isKnown: false });
    expect((await publish(aFlow({ exits: ['plan'] }))).warnings).toEqual([
      'The exit plan of mf-sample leads to no entry of a live remote, so its visitors get to the first screen.',
      'What mf-sample needs of svc-funnel was not checked, because its address is not known here.',
    ]);
  });
});

describe('a release is refused, with file, reason and remedy,', () => {
  it.each([
    [
      'a contract that is not served yet',
      aFlow({ needs: { services: { 'svc-funnel': 2 } } }),
      'mf-sample cannot be published: by remote.json it needs contract 2 of svc-funnel, which serves 1. Deploy svc-funnel first, or build against a contract that it serves.',
    ],
    [
      'a plan that is not sold',
      aFlow({ needs: { plans: [{ ...WEEK, key: '2week' }] } }),
      'mf-sample cannot be published: by remote.json it offers the plan 2week, which svc-funnel does not sell. Deploy svc-funnel with that plan first, or take it out of the offer.',
    ],
    [
      'a price that is not the one charged',
      aFlow({ needs: { plans: [{ ...WEEK, discountedCents: 700 }] } }),
      'mf-sample cannot be published: by remote.json it shows 15.52 and 7.00 usd for the plan 1week, for which svc-funnel charges 15.52 and 7.76 usd. Deploy svc-funnel with that price first, or show the price that it charges.',
    ],
    [
      'labels that no live remote declares',
      aFlow({ needs: { labels: ['q3'] } }),
      'mf-sample cannot be published: by remote.json it shows the labels of q3, which no live remote asks. Publish the remote that asks it first, or take q3 out of needs.labels.',
    ],
  ])('for %s', async (_what, flow, sentence) => {
    const { publish, local } = await aPublishingApi();
    await expect(publish(flow)).rejects.toThrow(sentence);
    expect(await liveIn(local)).toBeUndefined();
  });

  it('for removing a question whose labels another remote shows', async () => {
    const { publish, local } = await aPublishingApi();
    await publish(aFlow({ steps: [asking('q3'), asking('q4')] }));
    const other = aFlow({ needs: { labels: ['q3'] } });
    await publishBuild(
      local,
      aBuild({
        name: 'mf-other',
        routes: [{ path: '/o', screen: 'o', title: 'O', indexable: false, html: '<p>' }],
        flow: other,
      }),
    );
    await expect(publish(aFlow({ steps: [asking('q4')] }), '2.0.0')).rejects.toThrow(
      'mf-sample cannot be published: by remote.json it no longer asks q3, whose labels mf-other shows. Publish mf-other without them first.',
    );
    expect(await publish(aFlow({ steps: [asking('q3')] }), '3.0.0')).toMatchObject({ version: '3.0.0' });
  });

  it('for dropping an entry to which another remote leads, and not for dropping another one', async () => {
    const { publish, local } = await aPublishingApi();
    await publish(aFlow({ entries: { plan: '/sample', unused: '/sample' } }));
    const routes = [{ path: '/o', screen: 'o', title: 'O', indexable: false, html: '<p>' }];
    await publishBuild(local, aBuild({ name: 'mf-other', routes, flow: aFlow({ exits: ['plan'] }) }));
    await expect(publish(aFlow({ entries: { unused: '/sample' } }), '2.0.0')).rejects.toThrow(
      'mf-sample cannot be published: by remote.json it no longer declares the entry plan, to which an exit of mf-other leads. Declare it again in src/flow, or publish mf-other without that exit first.',
    );
    expect(await publish(aFlow({ entries: { plan: '/sample' } }), '3.0.0')).toMatchObject({ version: '3.0.0' });
  });

  it('for an entry or a step that belongs to another remote', async () => {
    const { publish, local } = await aPublishingApi();
    const routes = [{ path: '/o', screen: 'o', title: 'O', indexable: false, html: '<p>' }];
    const other = aFlow({ entries: { plan: '/o' }, steps: [{ ...asking('o'), question: null }] });
    await publishBuild(local, aBuild({ name: 'mf-other', routes, flow: other }));
    await expect(publish(aFlow({ entries: { plan: '/sample' } }))).rejects.toThrow(
      'mf-sample cannot be published: by remote.json it declares the entry plan, which belongs to mf-other. Choose another name, or publish mf-other without it first.',
    );
    await expect(publish(aFlow({ steps: [{ ...asking('o'), path: '/sample' }] }))).rejects.toThrow(
      'it declares the step o, which belongs to mf-other.',
    );
    const steps = [{ ...asking('p'), question: null }];
    const canary = await signedBuild(
      local,
      aBuild({ name: 'mf-other', version: '2.0.0', routes, flow: aFlow({ steps }) }),
    );
    await storeReleases(local.store).publish(canary, { who: 'a test', why: '' }, { share: 10, promote: false });
    await expect(publish(aFlow({ steps: [{ ...asking('p'), path: '/sample' }] }))).rejects.toThrow(
      'it declares the step p, which belongs to mf-other.',
    );
    // Both had it before: neither needs the other to publish.
    await publishBuild(local, aBuild({ flow: aFlow({ entries: { plan: '/sample' } }) }));
    expect(await publish(aFlow({ entries: { plan: '/sample' } }), '2.0.0')).toMatchObject({ version: '2.0.0' });
  });

  it('while a service that it needs does not respond; rolling back is still possible', async () => {
    const { publish, local, releases } = await aPublishingApi({ isDown: true });
    for (const version of ['1.0.0', '2.0.0']) await publishBuild(local, aBuild({ version, flow: aFlow() }));
    await expect(publish(aFlow(), '3.0.0')).rejects.toThrow(/^svc-funnel does not say what it offers/);
    const by = { who: '', why: '' };
    expect(await releases.rollback('mf-sample', undefined, by)).toMatchObject({ version: '1.0.0' });
    await expect(releases.promote('mf-sample', '2.0.0', by)).rejects.toThrow(/^svc-funnel does not say/);
  });

  it('if it is an earlier one that services no longer serve', async () => {
    const { local, releases } = await aPublishingApi({ contracts: [2] });
    for (const version of ['1.0.0', '2.0.0']) await publishBuild(local, aBuild({ version, flow: aFlow() }));
    await expect(releases.promote('mf-sample', '1.0.0', { who: '', why: '' })).rejects.toThrow(/serves 2\. Deploy/);
  });
});
