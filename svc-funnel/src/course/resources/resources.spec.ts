import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resourceList, resourcePage } from '@course/contracts';
import { parsePicture, PNG_FOLDER } from '@course/funnel/pictures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import { aReader, openedBy } from '../../../test/reader.ts';
import { startService, type StartedService } from '../../../test/service.ts';
import { DAY_MS } from '../../platform/clock.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'resources-'));
const pictures = mkdtempSync(path.join(tmpdir(), 'pictures-'));

const write = (slug: string, body: string, change: Readonly<Record<string, string>> = {}): void => {
  const front = {
    kind: 'cheat-sheet',
    title: slug,
    summary: 'For tests.',
    area: 'general',
    level: 'start',
    minutes: '5',
    ...change,
  };
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(path.join(dir, `${slug}.md`), `---\n${lines.join('\n')}\n---\n\n${body}\n`);
};

let service: StartedService;
let now = new Date();
beforeAll(async () => {
  write('basics', 'Start here.\n\n## First\n\n```text\nDear [name] <b>\n```\n\nSee [more](resource:letters).');
  write('advanced', 'For later.', { level: 'deep', title: 'A first by its title' });
  write('letters', '## A letter\n\nWhen you write one.\n\n```text\nWrite to [whom].\n```', {
    kind: 'prompts',
    title: 'All letters',
    level: 'start',
  });
  write('broken', 'private words', { kind: 'poster' });
  service = await startService({ clock: () => now, env: { RESOURCES_DIR: dir, PICTURES_DIR: pictures } });
});
afterAll(async () => {
  await service.stop();
  for (const folder of [dir, pictures]) rmSync(folder, { recursive: true });
});

const LIST = '/api/course/resources';

describe('the resources of a buyer', () => {
  it('are listed in order, with the topics that are searched and without their text', async () => {
    const { body, text } = await (await openedBy(service, await aReader(service))).get(LIST);
    expect(resourceList.parse(body).resources).toEqual([
      expect.objectContaining({ slug: 'letters', kind: 'prompts', title: 'All letters', topics: ['A letter'] }),
      expect.objectContaining({ slug: 'basics', kind: 'cheat-sheet', topics: ['First'] }),
      expect.objectContaining({ slug: 'advanced', level: 'deep' }),
    ]);
    expect(text).not.toContain('Start here');
  });

  it('log the name of a file that cannot be read, without its text', async () => {
    await (await openedBy(service, await aReader(service))).get(LIST);
    expect(service.log()).toContain('broken.md');
    expect(service.log()).not.toContain('private words');
  });

  it('log a file that cannot be read once, however often the folder is read', async () => {
    const browser = await openedBy(service, await aReader(service));
    const problems = () => service.log().split('broken.md').length - 1;
    await browser.get(LIST);
    for (let minute = 0; minute < 2; minute += 1) {
      now = new Date(now.getTime() + 61_000);
      await browser.get(LIST);
    }
    expect(problems()).toBe(1);
  });

  it('are pages with separate blocks to copy', async () => {
    const { body } = await (await openedBy(service, await aReader(service))).get(`${LIST}/basics`);
    expect(resourcePage.parse(body).parts).toEqual([
      { is: 'html', html: '<p>Start here.</p>\n<h3>First</h3>\n' },
      { is: 'copy', title: 'First', text: 'Dear [name] <b>' },
      { is: 'html', html: '<p>See <a href="/course?resource=letters">more</a>.</p>\n' },
    ]);
  });

  it.each([
    ['nowhere', 404],
    ['broken', 404],
    ['..%2Fsecrets', 400],
    ['Basics', 400],
  ])('respond to the slug %s with %i', async (slug, status) => {
    expect((await (await openedBy(service, await aReader(service))).get(`${LIST}/${slug}`)).status).toBe(status);
  });

  it('require the reader’s cookie', async () => {
    for (const path of [LIST, `${LIST}/basics`])
      expect((await new Browser(service.url).get(path)).body).toMatchObject({ statusCode: 401, code: 'link_missing' });
  });

  it.each([
    ['refunded', `status = 'refunded', refunded_at = now(), refunded_cents = amount_cents`, 401, 'course_refunded'],
    ['disputed', `status = 'disputed', disputed_at = now()`, 404, 'resource_unknown'],
  ])('are closed once the order was %s', async (_how, change, statusCode, code) => {
    const reader = await aReader(service);
    const browser = await openedBy(service, reader);
    await query(`update funnel.orders set ${change} where id = $1`, [reader.orderId]);
    for (const path of [LIST, `${LIST}/basics`])
      expect((await browser.get(path)).body).toMatchObject({ statusCode, code });
  });

  it('stay available when the lessons can no longer be read', async () => {
    const reader = await aReader(service, { plan: '1week', lessons: 7 });
    await query(
      `update funnel.courses set status = 'finished', finished_at = $2, next_due_at = null where order_id = $1`,
      [reader.orderId, now],
    );
    const before = now;
    now = new Date(now.getTime() + 90 * DAY_MS);
    const browser = await openedBy(service, reader);
    expect((await browser.get('/api/course')).body).toMatchObject({ is: 'closed', because: 'over' });
    expect((await browser.get(`${LIST}/basics`)).status).toBe(200);
    now = before;
  });

  it('include what an owner adds or repairs a minute later, without a restart', async () => {
    const browser = await openedBy(service, await aReader(service));
    await browser.get(LIST);
    write('added', 'New.');
    now = new Date(now.getTime() + 61_000);
    const slugs = resourceList.parse((await browser.get(LIST)).body).resources.map(({ slug }) => slug);
    expect(slugs).toContain('added');
  });

  it('show a drawing that was added together with them', async () => {
    const browser = await openedBy(service, await aReader(service));
    const name = 'two-lists.svg';
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100" viewBox="0 0 300 100"><title>Two lists side by side</title></svg>';
    const picture = `/api/pictures/two-lists-${parsePicture({ name, text: svg }).version}`;
    expect((await browser.get(`${picture}.svg`)).status).toBe(404);
    write('illustrated', 'Look.\n\n{{Picture: two-lists}}');
    writeFileSync(path.join(pictures, name), svg);
    mkdirSync(path.join(pictures, PNG_FOLDER));
    writeFileSync(path.join(pictures, PNG_FOLDER, `${path.basename(picture)}.png`), 'a PNG');
    now = new Date(now.getTime() + 61_000);
    expect((await browser.get(`${LIST}/illustrated`)).text).toContain(`src=\\"${picture}.svg\\"`);
    for (const format of ['svg', 'png']) expect((await browser.get(`${picture}.${format}`)).status).toBe(200);
  });
});
