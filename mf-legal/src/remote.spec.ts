import { EMPTY_FLOW, fillFlow } from '@course/contracts';
import { PRODUCT } from '@course/funnel';
import { LEGAL_TEXTS } from './flow/texts.ts';
import { prerender } from '@course/federation/prerender';
import { describe, expect, it } from 'vitest';
import remote from './remote.tsx';

const TEXTS = ['/terms', '/privacy', '/refund', '/subscription', '/imprint'];
const PATHS = [...TEXTS, '/withdrawal'];
const ENTRIES: Readonly<Record<string, string>> = {
  offer: '/sales002',
  'refund-request': '/refund-request',
  course: '/course',
};
/** Filled in with the paths of other remotes, as the edge does. */
const screens = prerender(remote).map(({ path, html }) => ({
  path,
  html: fillFlow(html, { ...EMPTY_FLOW, entries: ENTRIES }),
}));

it('has a route for each legal text and for the withdrawal page', () => {
  expect(remote.routes.map((route) => route.path)).toEqual(PATHS);
});

it('has a text for each page, and no text without a page', () => {
  expect(Object.keys(LEGAL_TEXTS)).toHaveLength(TEXTS.length);
});

describe.each(remote.routes)('$path', ({ path, screen, indexable, description, title }) => {
  const html = screens.find((rendered) => rendered.path === path)?.html ?? '';

  it('can be indexed and previewed', () => {
    expect({ indexable, screen }).toEqual({ indexable: true, screen: path.slice(1) });
    expect(description).toContain(PRODUCT.name);
    expect(title).toContain(PRODUCT.name);
  });

  it('has one main heading', () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it.runIf(TEXTS.includes(path))('shows its date in the HTML', () => {
    expect(html).toMatch(/<time dateTime="\d{4}-\d\d-\d\d">[A-Z][a-z]+ \d{1,2}, \d{4}<\/time>/);
  });

  it('links back to the offer in the served HTML', () => {
    expect(html).toMatch(/<a [^>]*href="\/sales002"/);
  });

  it('links to the other legal pages and to support', () => {
    for (const other of PATHS.filter((candidate) => candidate !== path)) expect(html).toContain(`href="${other}"`);
    expect(html).toContain(`href="mailto:${PRODUCT.supportEmail}"`);
  });

  it.runIf(TEXTS.includes(path))('has a heading for each entry of its table of contents', () => {
    const targets = [...html.matchAll(/href="[^"]*#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(3);
    for (const id of targets) expect(html).toContain(`<h2 id="${id}"`);
  });

  it('has no inline style, which the Content Security Policy would refuse', () => {
    expect(html).not.toMatch(/ style=/);
  });

  it('shows no leftover of the link notation', () => {
    expect(html).not.toContain('](');
  });
});
