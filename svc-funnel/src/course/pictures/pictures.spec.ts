import { createSecretKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resourcePage } from '@course/contracts';
import { parsePicture, pngName, readPictures } from '@course/funnel/pictures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { aReader, openedBy } from '../../../test/reader.ts';
import { lessonMailsOf } from '../../../test/sample-mails.ts';
import {
  COOKIE_KEY,
  PUBLIC_URL,
  sharedService,
  type Service,
  type StartedService,
  startService,
  testEnv,
} from '../../../test/service.ts';
import { parseEnv } from '../../platform/env.ts';
import { bindVisitor } from '../../sessions/visitor-cookie.ts';
import { pageHtml } from '../lessons/render-lesson.ts';
import { lessonText } from '../lessons/render-text.ts';
import { renderMail } from '../mails/render.ts';
import { illustrateFrom } from './pictures.ts';

const CONTENT = path.resolve(import.meta.dirname, '../../../../content');
const { pictures } = readPictures(path.join(CONTENT, 'pictures'));
const PICTURE = pictures.find(({ slug }) => slug === 'one-sale')!;
const NAME = `/api/pictures/${PICTURE.slug}-${PICTURE.version}`;

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

describe('the address of a picture', () => {
  it.each([
    ['png', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['svg', 'image/svg+xml', Buffer.from('<svg ')],
  ])('serves the %s to everyone, cached for good', async (format, type, beginning) => {
    const response = await fetch(`${service.url}${NAME}.${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(new RegExp(`^${type.replace('+', '\\+')}`));
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, beginning.length)).toEqual(beginning);
  });

  it('with an earlier version serves the current one, cached for minutes', async () => {
    const response = await fetch(`${service.url}/api/pictures/${PICTURE.slug}-0123456789.svg`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.text()).toBe(readFileSync(path.join(CONTENT, `pictures/${PICTURE.slug}.svg`), 'utf8'));
  });

  it.each([
    'gone-0123456789.png',
    `${PICTURE.slug}.png`,
    `${PICTURE.slug}-${PICTURE.version}.gif`,
    '..%2Fenv-0123456789.png',
  ])('is unknown: %s', async (name) => {
    const { status, body } = await new Browser(service.url).get(`/api/pictures/${name}`);
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'picture_unknown' })]);
  });

  it('sets no cookie, not even for a visitor whose cookie is due for renewal', async () => {
    const old = new Date(Date.now() - 3 * 86_400_000);
    const key = createSecretKey(COOKIE_KEY, 'utf8');
    const [bound = ''] = bindVisitor('session_1700000000000_cookieofapicture', [key], { now: old, secure: false });
    const response = await fetch(`${service.url}${NAME}.png`, { headers: { cookie: bound.split(';')[0] ?? '' } });
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
  });
});

describe('a folder that is being edited', () => {
  const drawing = (paths: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="180" viewBox="0 0 300 180"><title>Two bars and a line between them.</title>${paths}</svg>`;
  const pngOf = (text: string): string => pngName(parsePicture({ name: 'bars.svg', text }));
  const [before, after] = ['<path d="M0 0h9"/>', '<path d="M0 0h8"/>'].map(drawing) as [string, string];
  const dir = mkdtempSync(path.join(tmpdir(), 'pictures-'));
  let now = new Date();
  let own: StartedService;
  beforeAll(async () => {
    mkdirSync(path.join(dir, 'png'));
    writeFileSync(path.join(dir, 'bars.svg'), before);
    writeFileSync(path.join(dir, 'png', pngOf(before)), 'before');
    own = await startService({ env: { PICTURES_DIR: dir }, clock: () => now });
  });
  afterAll(async () => {
    await own.stop();
    rmSync(dir, { recursive: true });
  });

  const get = async (name: string): Promise<string | number> => {
    const response = await fetch(`${own.url}/api/pictures/${name}`);
    return response.ok ? response.text() : response.status;
  };
  /** An unknown name makes the service read the folder again. */
  const readAgain = async (): Promise<void> => {
    now = new Date(now.getTime() + 6000);
    expect(await get('gone-0123456789.png')).toBe(404);
  };
  const problems = (): string[] =>
    own
      .log()
      .split('\n')
      .filter((line) => line.includes('a picture cannot be read'));

  it('keeps serving the picture that mails show until its new PNG can be read, and logs each problem once', async () => {
    writeFileSync(path.join(dir, 'bars.svg'), after);
    for (let round = 0; round < 2; round += 1) {
      await readAgain();
      expect(await get(pngOf(before))).toBe('before');
    }
    expect(problems()).toEqual([expect.stringContaining('has no PNG of its present state')]);
    mkdirSync(path.join(dir, 'png', pngOf(after)));
    for (let round = 0; round < 2; round += 1) {
      await readAgain();
      expect(await get(pngOf(before))).toBe('before');
    }
    expect(problems()).toEqual([expect.anything(), expect.stringContaining('EISDIR')]);
    rmSync(path.join(dir, 'png', pngOf(after)), { recursive: true });
    writeFileSync(path.join(dir, 'png', pngOf(after)), 'after');
    await readAgain();
    expect(await get(pngOf(after))).toBe('after');
  });
});

describe('a picture in a text', () => {
  const illustrate = illustrateFrom(parseEnv(testEnv()));
  const markdown = illustrate('Before.\n{{Picture: one-sale}}\nAfter.');
  const { alt, width, height } = PICTURE;

  it('becomes the drawing on a page, with its size, loaded lazily', () => {
    expect(pageHtml(markdown)).toContain(
      `<p>Before.</p>\n<img src="${NAME}.svg" loading="lazy" alt="${alt}" width="${width}" height="${height}" />`,
    );
  });

  it('becomes a line in plain text', () => {
    expect(lessonText(markdown)).toBe(`Before.\n\n[Picture: ${alt}]\n\nAfter.`);
  });

  it('is shown only if it is one of our own', () => {
    const foreign = '![pixel](https://evil.example/api/picture/p-0123456789.png "1x1")';
    expect(pageHtml(foreign)).not.toContain('<img');
    expect(pageHtml(`Words ${markdown.split('\n')[1]}`)).not.toContain('<img');
  });

  it('is also shown on the page of a resource', async () => {
    const reader = await openedBy(service, await aReader(service));
    const { body } = await reader.get('/api/course/resources/prompt-basics');
    const html = resourcePage.parse(body).parts.map((part) => (part.is === 'html' ? part.html : ''));
    expect(html.join('')).toMatch(
      /<img src="\/api\/pictures\/prompt-parts-[0-9a-f]{10}\.svg" loading="lazy" alt="A request/,
    );
  });
});

describe('the mails of lessons with pictures', () => {
  const mails = lessonMailsOf(path.join(CONTENT, 'lessons'), illustrateFrom(parseEnv(testEnv())));
  const illustrated = mails.filter(({ lesson }) => lesson.markdown.includes('/api/pictures/'));
  const plain = new Map(lessonMailsOf(path.join(CONTENT, 'lessons')).map((mail) => [mail.lesson.id, mail]));
  const IMAGE = /<img src="([^"]*)" alt="([^"]*)" width="300" height="(\d+)" style="([^"]*)"\s*\/>/g;

  it('are those of all lessons that include a picture', () => {
    expect(illustrated.length).toBeGreaterThanOrEqual(18);
  });

  it('have a PNG at the same URL for all readers, with alternative text and size, and stay below 30 KB', async () => {
    for (const mail of illustrated) {
      const { html, text } = await renderMail(mail);
      const [[, src = '', alt = '', , style = ''] = []] = [...html.matchAll(IMAGE)];
      expect(src, mail.lesson.title).toMatch(new RegExp(`^${PUBLIC_URL}/api/pictures/[a-z0-9-]+-[0-9a-f]{10}\\.png$`));
      expect(style).toContain('max-width:100%');
      expect(alt.length).toBeGreaterThan(20);
      expect(text).toContain('[Picture: ');
      expect(Buffer.byteLength(html), mail.lesson.title).toBeLessThan(30_000);
    }
  });

  it('read the same with images off, with lists and tables intact', async () => {
    const trimmed = (html: string): string => html.replaceAll(IMAGE, '').replaceAll(/\s+</g, '<');
    const changed: string[] = [];
    for (const mail of illustrated) {
      const { html } = await renderMail(mail);
      const { html: without } = await renderMail(plain.get(mail.lesson.id)!);
      if (trimmed(html) !== trimmed(without)) changed.push(mail.lesson.id);
    }
    expect(changed).toEqual([]);
  });
});
