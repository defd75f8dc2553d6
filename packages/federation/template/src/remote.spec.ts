import { EMPTY_FLOW, fillFlow } from '@course/contracts';
import { prerender } from '@course/federation/prerender';
import { describe, expect, it } from 'vitest';
import declaration from './declaration.ts';
import remote from './remote.tsx';

/** The prerendered screens, with the paths of other remotes filled in as by the edge. */
const screens = prerender(remote).map(({ path, html }) => ({
  path,
  html: fillFlow(html, { ...EMPTY_FLOW, entries: { quiz: '/q1' } }),
}));

it('declares a step for each screen, and a screen for each entry', () => {
  const paths = remote.routes.map(({ path }) => path);
  expect(declaration.steps.map(({ path }) => path)).toEqual(paths);
  for (const path of Object.values(declaration.entries)) expect(paths).toContain(path.split('#', 1)[0]);
});

describe.each(screens)('$path', ({ html }) => {
  it('has one main heading', () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it('leads to the first question', () => {
    expect(html).toContain('href="/q1"');
  });

  it('has no inline style, which the Content Security Policy would block', () => {
    expect(html).not.toMatch(/ style=/);
  });
});
