import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnShop, type OwnShop } from '../../../test/own-shop.ts';

const lessonsDir = mkdtempSync(path.join(tmpdir(), 'lessons-'));
const LESSON = `---
title: Lesson day-12
area: general
level: core
minutes: 15
exercise: Do it.
takeaway: Keep it.
---

## Beginning

Words of day-12.

## In five minutes

The short day-12.
`;

let shop: OwnShop;
beforeAll(async () => {
  writeFileSync(path.join(lessonsDir, 'day-12.md'), LESSON);
  writeFileSync(path.join(lessonsDir, 'day-05.md'), 'no front matter');
  shop = await startOwnShop({ env: { LESSONS_DIR: lessonsDir } });
});
afterAll(async () => {
  await shop.stop();
  rmSync(lessonsDir, { recursive: true });
});

describe('lesson preview', () => {
  it('shows the lesson as its mail reads', async () => {
    const { code, out } = await shop.run('lesson preview 12');
    expect(code).toBe(0);
    for (const part of ['Subject: ', 'Lesson day-12', 'Words of day-12.']) expect(out).toContain(part);
  });

  it('shows it as readers with less time a day get it', async () => {
    const short = 'The short day-12.';
    expect((await shop.run('lesson preview 12')).out).not.toContain(short);
    expect((await shop.run('lesson preview 12 --minutes 5')).out).toContain(short);
    expect(await shop.run('lesson preview 12 --minutes 7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('5, 10, 15, 20'),
    });
  });

  it('writes it as HTML into a file', async () => {
    const file = path.join(lessonsDir, 'preview.html');
    expect(await shop.run(['lesson', 'preview', '12', '--html', file])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(file, 'utf8')).toMatch(/<html[^]*Words of day-12\./);
  });

  it.each([
    ['0', 1],
    ['no-such-lesson', 1],
    ['../day-01', 2],
    ['1.5', 2],
  ])('refuses %s', async (lesson, code) => {
    expect((await shop.run(`lesson preview ${lesson}`)).code).toBe(code);
  });

  it('says what is wrong with a lesson that cannot be read', async () => {
    expect(await shop.run('lesson preview 5')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/day-05\.md cannot be read: .*front matter/),
    });
  });
});
