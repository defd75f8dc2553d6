import { EMPTY_FLOW } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { aDescriptor, aRemote } from '../testing/fixtures.ts';
import type { PageRemote } from './live.ts';
import { addressOf, hashSource, renderDocument, type PageParts } from './document.ts';
import { composePage, namesCheckout, screenAt, type HostScreens, type PageSources } from './compose-page.ts';

const reason = (name: string) => `<main data-reason="${name}"></main>`;
const screens: HostScreens = {
  notFound: '<h1>404 Page Not Found</h1>',
  unavailable: {
    unreachable: reason('unreachable'),
    missing: reason('missing'),
    slow: reason('slow'),
    unreadable: reason('unreadable'),
    hung: reason('hung'),
    contract: reason('contract'),
    broken: reason('broken'),
  },
};
const shell = { scripts: ['assets/shell.js'], styles: ['assets/shell.css'], integrity: {}, icon: '<svg/>' };

const compose = (remotes: readonly PageRemote[], sources: Partial<PageSources> = {}, day = '2026-11-21') =>
  composePage('/q1', {
    chosen: { remotes },
    sources: { shell, screens, earlyScript: '', payments: null, ...sources },
    day,
  });

const parts = (over: Partial<PageParts> = {}): PageParts => ({
  title: 'One',
  description: undefined,
  indexable: false,
  html: '<main></main>',
  remote: addressOf(aRemote()),
  suspended: true,
  config: { remotes: [addressOf(aRemote())], payments: null, servedOn: '2026-11-21', flow: EMPTY_FLOW },
  shell,
  earlyScript: 'early()',
  ...over,
});

describe('a page', () => {
  it('contains the screen for the browser to hydrate, the configuration, and the preloads of its route', () => {
    const html = renderDocument(parts());
    expect(html).toContain('<div id="root"><!--$--><main></main><!--/$--></div>');
    const [, deferredHead] = html.split('<template id="deferred-head">');
    expect(deferredHead).toContain('<link rel="preload" as="script" href="/remotes/mf-quiz/1.0.0-a/remoteEntry.js">');
    expect(deferredHead).toContain(
      '<link rel="preload" as="script" href="/remotes/mf-quiz/1.0.0-a/assets/a.0123456789.js">',
    );
    expect(html).toContain('<link rel="stylesheet" href="/remotes/mf-quiz/1.0.0-a/assets/a.0123456789.css">');
  });

  it('has the hash of every script and style sheet, so that browsers refuse altered ones', async () => {
    const files = ['remoteEntry.js', ...aDescriptor().scripts, ...aDescriptor().styles].map((file) => ({
      file,
      integrity: `sha384-${file}`,
      bytes: 1,
    }));
    const integrity = { 'assets/shell.js': 'sha384-shell', 'assets/shell.css': 'sha384-sheet' };
    const { html } = await compose([aRemote({ files })], { shell: { ...shell, integrity } });
    const named = [...html.matchAll(/<(?:script defer|link rel="(?:preload|stylesheet)")[^>]*>/g)].map(([tag]) => tag);
    expect(named).toHaveLength(5);
    expect(named.filter((tag) => !/ integrity="sha384-[\w./]+" crossorigin>/.test(tag))).toEqual([]);
    const config = JSON.parse(/id="runtime-config">(.*)<\/script>/.exec(html)![1]!) as { remotes: unknown };
    expect(config.remotes).toMatchObject([{ integrity: 'sha384-remoteEntry.js' }]);
  });

  it('names the files of the screen’s separate code, on its page alone', async () => {
    const [first] = aDescriptor().routes;
    const later = { ...first!, path: '/q5', code: { scripts: ['assets/later.js'], styles: ['assets/later.css'] } };
    const remote = aRemote({ descriptor: aDescriptor({ routes: [first!, later] }) });
    const at = (path: string) =>
      composePage(path, {
        chosen: { remotes: [remote] },
        sources: { shell, screens, earlyScript: '', payments: null },
        day: '2026-11-21',
      });
    const { html } = await at('/q5');
    expect(html).toContain('<link rel="preload" as="script" href="/remotes/mf-quiz/1.0.0-a/assets/later.js">');
    expect(html).toContain('<link rel="stylesheet" href="/remotes/mf-quiz/1.0.0-a/assets/later.css">');
    expect((await at('/q1')).html).not.toContain('later');
  });

  it('starts its first script after the screen and what that script inserts', () => {
    const html = renderDocument(parts({ html: '<main></main>' }));
    const order = ['</main>', '</template>', '<script>early()'].map((part) => html.indexOf(part));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(html.slice(0, order[2])).not.toMatch(/<script(?! defer)/);
  });

  it.each([
    ['?session_id=cs_test_1', true],
    ['?plan=4week&session_id=cs_1', true],
    ['', false],
    ['?my_session_id=1', false],
  ])('claims no payment while one in the address has not been checked: %s', async (search, isMarked) => {
    const routes = [{ ...aDescriptor().routes[0]!, title: 'Payment Successful! - The Product' }];
    const { html } = await composePage('/q1', {
      chosen: { remotes: [aRemote({ descriptor: aDescriptor({ routes }) })] },
      sources: { shell, screens, earlyScript: '', payments: null },
      day: '2026-11-21',
      hasCheckout: namesCheckout(search),
    });
    expect(html.includes('<html lang="en" data-has-checkout>')).toBe(isMarked);
    expect(html).toContain(`<title>${isMarked ? 'Your payment' : 'Payment Successful!'} - The Product</title>`);
  });

  it('has the month in which it is served', async () => {
    const routes = [{ ...aDescriptor().routes[0]!, html: '<p>by <strong>{{month+28}}</strong></p>' }];
    const remote = aRemote({ descriptor: aDescriptor({ routes }) });
    const htmlOn = async (day: string) => (await compose([remote], {}, day)).html;
    expect(await htmlOn('2026-11-21')).toContain('by <strong>December 2026</strong>');
    expect(await htmlOn('2026-12-05')).toContain('by <strong>January 2027</strong>');
  });

  it('has the styles that a screen needs before it, and its remote’s whole style sheet inert after it', async () => {
    const css: Record<string, string> = {
      '/assets/shell.css': '.s{x:1}',
      '/remotes/mf-quiz/1.0.0-a/assets/a.0123456789.css': '.a{x:1}.b{x:2}',
    };
    const routes = [{ ...aDescriptor().routes[0]!, html: '<main class="a"></main>' }];
    const remote = aRemote({ descriptor: aDescriptor({ routes }) });
    const { html, styleHashes } = await compose([remote], {
      readStyle: async (href) => css[href],
    });
    expect(html).toContain('<style data-href="/assets/shell.css">.s{x:1}</style>');
    expect(html).toMatch(
      /<style>\.a\{x:1\}<\/style>[^]*<main class="a">[^]*<template id="deferred-head">[^]*<style data-href="[^"]+a\.0123456789\.css">\.a\{x:1\}\.b\{x:2\}<\/style>/,
    );
    expect(styleHashes).toEqual(['.s{x:1}', '.a{x:1}', '.a{x:1}.b{x:2}'].map(hashSource));
  });

  it('escapes what a remote or the configuration declares', () => {
    const config = {
      remotes: [],
      payments: { publishableKey: '</script><script>alert(1)</script>' },
      servedOn: '2026-11-21',
      flow: EMPTY_FLOW,
    };
    const html = renderDocument(parts({ title: '<script>"x"</script>', config }));
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('<title>&lt;script&gt;&quot;x&quot;&lt;/script&gt;</title>');
  });

  it('is hidden from search engines unless its screen is indexable', () => {
    expect(renderDocument(parts())).toContain('content="noindex"');
    expect(renderDocument(parts({ indexable: true }))).not.toContain('noindex');
  });
});

describe('the screen at a path', () => {
  const future = aRemote({ entry: { ...aRemote().entry, contract: 99 } });
  const unread = aRemote({ name: 'mf-offer', descriptor: undefined });
  const cases: [string, string, Parameters<typeof screenAt>[1], number, string][] = [
    ['is the remote’s own markup', '/q1', [aRemote()], 200, 'data-screen="q1"'],
    ['is not found if no remote has it', '/q18', [aRemote()], 404, '404 Page Not Found'],
    ['is a fallback if its remote has an unsupported contract', '/q1', [future], 503, 'data-reason="contract"'],
    [
      'is a fallback if a remote that could never be read may own it',
      '/email',
      [aRemote(), unread],
      503,
      'data-reason="unreachable"',
    ],
    ['is a fallback while no remote is known', '/q1', [], 503, 'data-reason="unreachable"'],
    ['is not affected by another remote that could not be read', '/q1', [aRemote(), unread], 200, 'data-screen="q1"'],
  ];
  it.each(cases)('%s', (_what, path, remotes, status, markup) => {
    const screen = screenAt(path, remotes, screens);
    expect(screen.status).toBe(status);
    expect(screen.html).toContain(markup);
  });
});
