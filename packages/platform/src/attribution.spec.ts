import { createSession, SESSION_ID } from '@course/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser, type Browser } from '../test/browser.ts';
import { attributionIn } from './attribution.ts';

describe('the attribution in an address', () => {
  it.each([
    ['', undefined],
    ['?q=1', undefined],
    ['?utm_source=ig&utm_campaign=spring%20sale', { utm: { source: 'ig', campaign: 'spring sale' } }],
    ['?ttclid=E.C.P.1&fbclid=x', { clickIds: { fbclid: 'x', ttclid: 'E.C.P.1' } }],
    ['?utm_medium=cpc&gclid=abc&email=a@b', { utm: { medium: 'cpc' }, clickIds: { gclid: 'abc' } }],
    ['?utm_source=&gclid=a%00b', undefined],
    [`?utm_term=${'x'.repeat(513)}`, undefined],
  ])('%s', (search, found) => {
    expect(attributionIn(search)).toEqual(found);
  });

  it('is accepted by the server, whatever bytes it contains', () => {
    const search = '?utm_source=%ED%A0%80%F0%9F%8C%85&utm_medium=%00&utm_content=%zz&gclid=%FF';
    const id = 'session_1790000000000_aaaaaaaaaaaaaaaaaaaaaaaa';
    expect(SESSION_ID.test(id) && createSession.safeParse({ id, ...attributionIn(search) }).error).toBeUndefined();
  });
});

describe('the attribution sent with the session', () => {
  let browser: Browser;
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    browser = aBrowser();
    browser.server.script('GET /api/sessions', 404);
  });
  const bodyOf = () => browser.server.to('POST /api/sessions').at(-1)?.body;

  it('has the latest touch beside the first, and is sent once when the visitor returns by another link', async () => {
    vi.stubGlobal('location', { search: '?utm_source=ig&ttclid=t1' });
    await (await browser.openTab()).ensureSession();
    for (const search of [
      '?utm_source=ig&ttclid=t1',
      '?utm_source=mail&utm_medium=news',
      '?utm_source=mail&utm_medium=news',
      '',
    ]) {
      vi.stubGlobal('location', { search });
      browser.server.script('GET /api/sessions', 200);
      await (await browser.reload()).ensureSession();
    }
    expect(browser.server.to('POST /api/sessions').map(({ body: { utm, clickIds } }) => ({ utm, clickIds }))).toEqual([
      { utm: { source: 'ig' }, clickIds: { ttclid: 't1' } },
      { utm: { source: 'ig', last_source: 'mail', last_medium: 'news' }, clickIds: { ttclid: 't1' } },
    ]);
  });

  it('is sent when a visitor whose first address had none returns by a link that has one', async () => {
    vi.stubGlobal('location', { search: '' });
    await (await browser.openTab()).ensureSession();
    vi.stubGlobal('location', { search: '?utm_source=ig' });
    browser.server.when(() => 200);
    for (let visit = 0; visit < 2; visit += 1) await (await browser.reload()).ensureSession();
    expect(browser.server.to('POST /api/sessions').map(({ body }) => body['utm'])).toEqual([
      undefined,
      { source: 'ig' },
    ]);
  });

  it('is that of the entry address, even if it is sent after a reload at another one', async () => {
    vi.stubGlobal('location', { search: '?utm_source=ig&ttclid=t1' });
    await browser.openTab();
    vi.stubGlobal('location', { search: '?utm_source=later' });
    await (await browser.reload()).ensureSession();
    expect(bodyOf()).toMatchObject({ utm: { source: 'ig', last_source: 'later' }, clickIds: { ttclid: 't1' } });
  });

  it('is left out if no address had one', async () => {
    vi.stubGlobal('location', { search: '' });
    await (await browser.openTab()).ensureSession();
    expect(Object.keys(bodyOf() ?? {})).toEqual(['id', 'timeZone']);
  });

  it('is left out if the stored value is invalid', async () => {
    vi.stubGlobal('location', { search: '' });
    browser.storage.items.set('attribution', '{"version":1,"value":{"utm":{"source":7}}}');
    await (await browser.openTab()).ensureSession();
    expect(Object.keys(bodyOf() ?? {})).toEqual(['id', 'timeZone']);
  });
});
