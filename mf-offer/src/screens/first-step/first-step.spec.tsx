// @vitest-environment jsdom
import { FIRST_STEP_COPY } from '../../flow/first-step-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FirstStepBody } from './first-step-body.tsx';
import { firstStepLink } from './first-step-link.ts';

const TOKEN = 'A'.repeat(43);
const { confirm, leave, states, noLink, unknown } = FIRST_STEP_COPY;

interface Call {
  readonly url: string;
  readonly body: unknown;
}

let calls: Call[];
let response: { status: number; body: unknown } | 'offline';
beforeEach(() => {
  calls = [];
  response = { status: 200, body: { status: 'confirmed' } };
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string } = {}) => {
    calls.push({ url: String(url), body: JSON.parse(body ?? 'null') as unknown });
    return response === 'offline'
      ? Promise.reject(new TypeError('offline'))
      : Promise.resolve(new Response(JSON.stringify(response.body), { status: response.status }));
  });
});

function open(fragment: string) {
  window.history.replaceState(null, '', `/first-step${fragment}`);
  render(
    <MemoryRouter>
      <FirstStepBody />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

describe('the page that the mails link to', () => {
  it('sends nothing before the button is pressed, and removes the token from the address', () => {
    open(`#t=${TOKEN}`);
    expect(screen.getByRole('button', { name: confirm.button })).toBeDefined();
    expect(calls).toEqual([]);
    expect(location.href).not.toContain(TOKEN);
  });

  it('confirms the request, and links to the plans', async () => {
    const user = open(`#t=${TOKEN}`);
    await user.click(screen.getByRole('button', { name: confirm.button }));
    const heading = await screen.findByRole('heading', { name: states.confirmed.title });
    expect(document.activeElement).toBe(heading);
    expect(calls).toEqual([{ url: '/api/first-step/confirm', body: { token: TOKEN } }]);
    expect(screen.getByRole('link', { name: states.confirmed.offer }).getAttribute('href')).toBe('/sales002');
  });

  it('says that a request has ended', async () => {
    response = { status: 200, body: { status: 'ended' } };
    const user = open(`#t=${TOKEN}`);
    await user.click(screen.getByRole('button', { name: confirm.button }));
    await screen.findByRole('heading', { name: states.ended.title });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('stops the emails', async () => {
    response = { status: 200, body: { status: 'unsubscribed' } };
    const user = open(`#t=${TOKEN}.leave`);
    await user.click(screen.getByRole('button', { name: leave.button }));
    await screen.findByRole('heading', { name: states.left.title });
    expect(calls).toEqual([{ url: `/api/first-step/unsubscribe/${TOKEN}`, body: {} }]);
  });

  it.each([
    ['an unknown link', { status: 404, body: { code: 'link_unknown' } }, unknown],
    ['a link cut short', { status: 400, body: { code: 'invalid_body' } }, unknown],
    ['many tries', { status: 429, body: { code: 'rate_limited' } }, READER_COPY.rateLimited],
    ['a server error', { status: 500, body: { code: 'internal' } }, READER_COPY.failed],
    ['no network', 'offline', READER_COPY.failed],
  ] as const)('after %s says what to do, and can be retried', async (_case, failure, words) => {
    response = failure;
    const user = open(`#t=${TOKEN}`);
    await user.click(screen.getByRole('button', { name: confirm.button }));
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    response = { status: 200, body: { status: 'confirmed' } };
    await user.click(screen.getByRole('button', { name: confirm.button }));
    await screen.findByRole('heading', { name: states.confirmed.title });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has no button without a link', () => {
    open('');
    expect(screen.getByRole('status').textContent).toBe(noLink);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it.each([
  [TOKEN, { token: TOKEN, unsubscribes: false }],
  [`${TOKEN}.leave`, { token: TOKEN, unsubscribes: true }],
  [`${TOKEN}.other`, { token: TOKEN, unsubscribes: false }],
  ['', { token: '', unsubscribes: false }],
])('parses %j', (fragment, link) => {
  expect(firstStepLink(fragment)).toEqual(link);
});
