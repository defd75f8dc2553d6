import fs from 'node:fs/promises';
import { OFFER_COPY } from '@course/funnel';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, newVisitor } from '../src/browser.ts';
import { laterBuild, remoteCommand } from '../src/remotes.ts';
import { arrive, open, openCheckout } from '../src/walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const EXPLAINING = { from: 'explainMissingTerms:!1', to: 'explainMissingTerms:!0', version: '9.9.9-explains' };

describe('an owner who has the terms explained', () => {
  it('gets a line of text with the shake, which goes with the tick', async () => {
    const build = await laterBuild('mf-offer', EXPLAINING);
    await remoteCommand('publish', 'mf-offer', '--from', build);
    try {
      const { page, context, complaints } = await newVisitor(browser);
      await open(page, '/sales');
      await openCheckout(page);
      await page.getByRole('alert').getByText(OFFER_COPY.terms.missing).waitFor();
      await page.getByRole('checkbox').check({ force: true });
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    } finally {
      await remoteCommand('rollback', 'mf-offer');
      await fs.rm(build, { recursive: true });
    }
  });
});

describe('the email', () => {
  it('hints at a mistyped domain and fills it in, and takes the address as it is all the same', async () => {
    const { page, context, complaints } = await newVisitor(browser);
    await open(page, '/email');
    const field = page.getByRole('textbox');
    await field.fill('anna@gmial.com');
    await page.getByRole('button', { name: 'Did you mean anna@gmail.com?' }).click();
    expect(await field.inputValue()).toBe('anna@gmail.com');
    expect(await page.getByRole('button', { name: /Did you mean/ }).count()).toBe(0);
    await field.fill('anna@gmial.com');
    await page.getByRole('button', { name: 'GET MY CHALLENGE' }).click();
    await arrive(page, 'name');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is followed by a name that later screens use', async () => {
    const { page, context } = await newVisitor(browser);
    await open(page, '/name');
    await page.getByRole('textbox').fill('Anna');
    await page.getByRole('button', { name: /continue/i }).click();
    await arrive(page, 'scratch');
    for (const path of ['/timeline', '/sales002', '/payment-success']) {
      await open(page, path);
      await page
        .locator('main')
        .getByText(/\bAnna\b/)
        .waitFor();
    }
    await context.close();
  });
});
