import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { startConfiguredEdge, type ConfiguredEdge } from '../src/configured-edge.ts';
import { startPixelHost, type PixelHost } from '../src/pixel-host.ts';
import { siteUrl } from '../src/stack.ts';
import { answer, arrive, open } from '../src/walk.ts';

let pixel: PixelHost;
let asking: ConfiguredEdge;
beforeAll(async () => {
  pixel = await startPixelHost();
  asking = await startConfiguredEdge({ PIXEL_ID: 'PIXEL1', PIXEL_SCRIPT_URL: pixel.scriptUrl, CONSENT_MODE: 'on' });
});
afterAll(async () => {
  await asking.stop();
  pixel.stop();
});
beforeEach(() => pixel.forget());

const bar = (page: Page) => page.getByRole('region', { name: 'May we measure our advertising?' });

/** Records hosts other than the site's that a page sends requests to. */
function foreignHosts(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(siteUrl()).host) hosts.add(host);
  });
  return hosts;
}

const leaveEmail = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('textbox').fill(email);
  await page.getByRole('button', { name: 'GET MY CHALLENGE' }).click();
  await arrive(page, 'name');
};

describe('with consent mode', () => {
  it('sends nothing to other hosts before the visitor agrees, then reports events, and asks only once per device', async () => {
    const { page, complaints } = await freshVisitor({}, asking.browser);
    const hosts = foreignHosts(page);
    await open(page, '/email');
    await bar(page).waitFor();
    await leaveEmail(page, 'before@example.com');
    await page.waitForLoadState('networkidle');
    expect([[...hosts], pixel.requests]).toEqual([[], []]);

    await bar(page).getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => pixel.requests[0]).toBe('/events.js?sdkid=PIXEL1&lib=ttq');
    await page.goBack();
    await arrive(page, 'email');
    await leaveEmail(page, 'after@example.com');
    await expect.poll(() => pixel.calls()).toContain('track:Contact');
    expect(pixel.calls()).toEqual(expect.arrayContaining(['page:', 'track:ClickButton']));
    expect(pixel.requests.join()).not.toMatch(/@|%40|example/);

    pixel.forget();
    await open(page, '/sales002');
    await page.getByRole('button', { name: 'Get my plan' }).last().click();
    await expect.poll(() => pixel.calls()).toContain('track:InitiateCheckout');
    expect(await bar(page).count()).toBe(0);
    expect(complaints.filter((complaint) => /policy|page error/.test(complaint))).toEqual([]);
  });

  it('lets a visitor revoke a yes at the foot of a legal page, permanently', async () => {
    const { page } = await freshVisitor({}, asking.browser);
    await open(page, '/');
    await bar(page).getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => pixel.calls()).toContain('page:');
    await open(page, '/privacy');
    const choices = page.getByRole('button', { name: 'Privacy choices' });
    await choices.click();
    await bar(page).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('May we measure our advertising?');
    await bar(page).getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => choices.evaluate((button) => button === document.activeElement)).toBe(true);
    await expect.poll(() => pixel.calls()).toEqual(expect.arrayContaining(['revokeConsent:', 'disableCookie:']));
    const hosts = foreignHosts(page);
    pixel.forget();
    await open(page, '/q1');
    await answer(page, '25-34');
    await arrive(page, 'onboarding');
    await page.waitForLoadState('networkidle');
    expect([await bar(page).count(), [...hosts], pixel.requests, pixel.calls()]).toEqual([0, [], [], []]);
  });

  it('asks only once a dialog is closed, which would lie under the bar, and after a no sends nothing to other hosts, also after a reload', async () => {
    const { page } = await freshVisitor({}, asking.browser);
    const hosts = foreignHosts(page);
    await open(page, '/old001');
    await page.getByRole('dialog').waitFor();
    await page.locator('.consent').waitFor({ state: 'attached' });
    expect(await page.locator('.consent').isVisible()).toBe(false);
    await page.getByRole('dialog').getByRole('button').first().click();
    await bar(page).getByRole('button', { name: 'Decline' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await open(page, '/q1');
    await answer(page, '25-34');
    await arrive(page, 'onboarding');
    await page.waitForLoadState('networkidle');
    expect(await bar(page).count()).toBe(0);
    expect([[...hosts], pixel.requests]).toEqual([[], []]);
  });

  it('neither asks the visitor nor contacts another host under Global Privacy Control', async () => {
    const { page } = await freshVisitor({}, asking.browser);
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    );
    const hosts = foreignHosts(page);
    await open(page, '/q1');
    await answer(page, '25-34');
    await arrive(page, 'onboarding');
    await page.waitForLoadState('networkidle');
    expect([await bar(page).count(), [...hosts], pixel.requests]).toEqual([0, [], []]);
    await open(page, '/privacy');
    expect(await page.getByRole('button', { name: 'Privacy choices' }).count()).toBe(0);
  });

  it('keeps the continue button visible above the bar, even at 320 px', async () => {
    const { page } = await freshVisitor({ viewport: { width: 320, height: 640 } }, asking.browser);
    await open(page, '/q10');
    await bar(page).waitFor();
    const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : NaN);
    const button = page.getByRole('button', { name: /continue/i });
    await expect
      .poll(async () => bottom(await button.boundingBox()) <= ((await bar(page).boundingBox())?.y ?? 0))
      .toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
