// @vitest-environment jsdom
import type { ResourceHead, ResourcePage } from '@course/contracts';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReopenContext } from '../course-access/use-loaded.ts';
import { LIBRARY_COPY } from '../flow/library-copy.ts';
import { Library } from './library.tsx';

const HEADS: ResourceHead[] = [
  {
    slug: 'prompt-basics',
    kind: 'cheat-sheet',
    title: 'The five parts of a prompt',
    summary: 'What to put into a request.',
    area: 'general',
    level: 'start',
    minutes: 5,
    topics: ['When you are in a hurry'],
  },
  {
    slug: 'prompts-email',
    kind: 'prompts',
    title: 'Prompts for email',
    summary: 'Replies and refusals.',
    area: 'writing',
    level: 'start',
    minutes: 10,
    topics: ['Reply from three keywords', 'Say no and stay friends'],
  },
];

const PAGE: ResourcePage = {
  slug: 'prompts-email',
  kind: 'prompts',
  title: 'Prompts for email',
  summary: 'Replies and refusals.',
  area: 'writing',
  level: 'start',
  minutes: 10,
  parts: [
    { is: 'html', html: '<h3>Reply from three keywords</h3>' },
    { is: 'copy', title: 'Reply from three keywords', text: 'Reply to [message].\nShort.' },
    { is: 'html', html: '<h3>Say no and stay friends</h3>' },
    { is: 'copy', title: 'Say no and stay friends', text: 'Decline [request].' },
  ],
};

const responses = new Map<string, [status: number, body: unknown]>();
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  responses.clear();
  responses.set('/api/course/resources', [200, { resources: HEADS }]);
  responses.set('/api/course/resources/prompts-email', [200, PAGE]);
  vi.stubGlobal('fetch', async (path: string) => {
    const [status, body] = responses.get(path) ?? [404, { code: 'resource_unknown' }];
    return new Response(JSON.stringify(body), { status });
  });
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
});
afterEach(() => vi.unstubAllGlobals());

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      The browser’s Back
    </button>
  );
}

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Library />
      <Back />
    </MemoryRouter>,
  );

const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const searchBox = () => screen.findByRole('searchbox', { name: LIBRARY_COPY.search });

it('shows everything, and focuses the heading', async () => {
  show('/course?library=all');
  await searchBox();
  expect(names()).toEqual(['The five parts of a prompt', 'Prompts for email']);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(LIBRARY_COPY.title));
});

it('searches while the reader types, announces the number of hits, and links to the matching prompt', async () => {
  show('/course?library=all');
  fireEvent.change(await searchBox(), { target: { value: 'say no' } });
  await vi.waitFor(() => expect(names()).toEqual(['Prompts for email']));
  expect(screen.getByRole('status').textContent).toBe('1 page');
  fireEvent.click(screen.getByRole('link', { name: 'Say no and stay friends' }));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Say no and stay friends'));
});

it('filters by area and kind, and can be cleared when nothing matches', async () => {
  show('/course?library=all');
  await searchBox();
  fireEvent.click(screen.getByRole('radio', { name: 'Prompts' }));
  await vi.waitFor(() => expect(names()).toEqual(['Prompts for email']));
  fireEvent.change(screen.getByRole('combobox', { name: LIBRARY_COPY.area }), { target: { value: 'general' } });
  await vi.waitFor(() => expect(names()).toEqual([]));
  expect(screen.getByRole('status').textContent).toBe(LIBRARY_COPY.none);
  const clear = screen.getByRole('button', { name: LIBRARY_COPY.clear });
  clear.focus();
  fireEvent.click(clear);
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  expect(document.activeElement?.textContent).toBe(LIBRARY_COPY.title);
});

it('shows only the first of many resources until the reader asks for all, and then focuses the next one', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...HEADS[0]!,
    slug: `many-${index}`,
    title: `Sheet ${index}`,
  }));
  responses.set('/api/course/resources', [200, { resources: many }]);
  show('/course?library=all');
  await searchBox();
  expect(names()).toHaveLength(8);
  fireEvent.click(screen.getByRole('button', { name: LIBRARY_COPY.showAll(30) }));
  await vi.waitFor(() => expect(names()).toHaveLength(30));
  expect(document.activeElement?.textContent).toBe('Sheet 8');
});

it('offers no filter for a kind without resources', async () => {
  show('/course?library=all');
  await searchBox();
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'All',
    'Cheat sheets',
    'Prompts',
  ]);
});

it('keeps the search while a page is read, and returns the focus to its link', async () => {
  show('/course?library=all');
  fireEvent.change(await searchBox(), { target: { value: 'email' } });
  fireEvent.click(await screen.findByRole('link', { name: 'Prompts for email' }));
  await screen.findByRole('heading', { level: 2, name: 'Prompts for email' });
  fireEvent.click(screen.getByRole('button', { name: 'The browser’s Back' }));
  expect((await searchBox()) as HTMLInputElement).toHaveProperty('value', 'email');
  expect(document.activeElement?.textContent).toBe('Prompts for email');
});

it.each(['99', '-1', '1.5', 'x'])('shows a page from its title if part=%s names no heading', async (part) => {
  const toTop = vi.fn();
  vi.stubGlobal('scrollTo', toTop);
  show(`/course?resource=prompts-email&part=${part}`);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(PAGE.title));
  expect(toTop).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
});

it('copies a prompt with one press, and announces it each time', async () => {
  show('/course?resource=prompts-email');
  const button = await screen.findByRole('button', { name: 'Copy: Reply from three keywords' });
  const status = within(button.parentElement!).getByRole('status');
  for (let press = 1; press <= 2; press += 1) {
    fireEvent.click(button);
    expect(status.textContent).toBe('');
    await vi.waitFor(() => expect(status.textContent).toBe(LIBRARY_COPY.copied));
  }
  expect(writeText.mock.calls).toEqual([['Reply to [message].\nShort.'], ['Reply to [message].\nShort.']]);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '[message]',
    '[request]',
  ]);
});

it('copies via the selection if the clipboard is unavailable, or says what to do', async () => {
  writeText.mockRejectedValue(new Error('not allowed'));
  const selected: string[] = [];
  document.execCommand = () => {
    selected.push(String(getSelection()));
    return selected.length === 1;
  };
  show('/course?resource=prompts-email');
  const button = await screen.findByRole('button', { name: 'Copy: Say no and stay friends' });
  const status = within(button.parentElement!).getByRole('status');
  fireEvent.click(button);
  await vi.waitFor(() => expect(status.textContent).toBe(LIBRARY_COPY.copied));
  expect(selected).toEqual(['Decline [request].']);
  fireEvent.click(button);
  await vi.waitFor(() => expect(status.textContent).toBe(LIBRARY_COPY.notCopied));
});

it('sets the title of the document, which names tabs and prints', async () => {
  document.title = 'Your lessons';
  show('/course?resource=prompts-email');
  await screen.findByText(PAGE.summary);
  expect(document.title).toMatch(/^Prompts for email - /);
  fireEvent.click(screen.getByRole('link', { name: new RegExp(LIBRARY_COPY.toLibrary) }));
  await searchBox();
  expect(document.title).toContain(`${LIBRARY_COPY.title} - `);
  cleanup();
  expect(document.title).toBe('Your lessons');
});

it('says when a page does not exist, and links to the list', async () => {
  show('/course?resource=nowhere');
  expect((await screen.findByRole('alert')).textContent).toBe(LIBRARY_COPY.gone);
  fireEvent.click(screen.getByRole('link', { name: new RegExp(LIBRARY_COPY.toLibrary) }));
  await searchBox();
});

it.each(['a"b', '../session', '..'])('shows the list for %s, which can be no page', async (slug) => {
  show(`/course?resource=${slug}`);
  await searchBox();
  expect(names()).toHaveLength(2);
});

it('does not report a page as gone if this browser is not allowed to read it', async () => {
  responses.set('/api/course/resources/prompts-email', [401, { code: 'link_missing' }]);
  const reopen = vi.fn();
  render(
    <MemoryRouter initialEntries={['/course?resource=prompts-email']}>
      <ReopenContext value={reopen}>
        <Library />
      </ReopenContext>
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(reopen).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(LIBRARY_COPY.gone)).toBeNull();
});

it('can be retried after a failed request', async () => {
  responses.set('/api/course/resources', [500, {}]);
  show('/course?library=all');
  await screen.findByRole('alert');
  responses.set('/api/course/resources', [200, { resources: HEADS }]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await searchBox();
});
