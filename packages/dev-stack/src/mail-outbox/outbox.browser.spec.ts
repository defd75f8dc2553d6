import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium, provideChromium } from '@course/test-kit/browser/chromium';
import { scratchFolder } from '@course/test-kit/scratch';
import { startOutbox } from './outbox.ts';
import { aMailSource, submitMail } from './testing.ts';

let browser: Browser;
beforeAll(async () => {
  const executablePath = await provideChromium(() => undefined, new AbortController().signal);
  browser = await launchChromium({ executablePath });
});
afterAll(() => browser.close());

const HTML = `<html><head><style>body{background:#fff}@media (prefers-color-scheme:dark){body{background:#000}}</style></head>
<body><script>document.title='run'</script><p>Hello Ada</p><a href="LINK">Open your course</a></body></html>`;

async function withMail(use: (page: Page, url: string) => Promise<void>): Promise<void> {
  const outbox = await startOutbox({ dir: scratchFolder() });
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, colorScheme: 'light' });
  try {
    await submitMail(outbox.smtpUrl, {
      to: ['ada@example.com'],
      source: aMailSource({ html: HTML.replace('LINK', `${outbox.url}/healthz#t=secret`) }),
    });
    await use(await context.newPage(), outbox.url);
  } finally {
    await context.close();
    await outbox.stop();
  }
}

it('opens a mail from the list, switches its colours and width, and follows its link', () =>
  withMail(async (page, url) => {
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(error.message));
    await page.goto(url);
    await page.getByRole('link', { name: /ada@example\.com Your first lesson/ }).click();
    const mail = page.frameLocator('iframe');
    await mail.getByText('Hello Ada').waitFor();
    const background = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(await background()).toBe('rgb(255, 255, 255)');
    expect((await page.locator('iframe').boundingBox())?.width).toBe(392);
    await page.getByRole('link', { name: 'Dark' }).click();
    await page.getByRole('link', { name: 'Desktop' }).click();
    await mail.getByText('Hello Ada').waitFor();
    expect(await background()).toBe('rgb(0, 0, 0)');
    expect((await page.locator('iframe').boundingBox())?.width).toBe(802);
    const popup = page.waitForEvent('popup');
    await mail.getByRole('link', { name: 'Open your course' }).click();
    expect((await popup).url()).toBe(`${url}/healthz#t=secret`);
    await page.getByRole('link', { name: 'Plain text' }).click();
    await page.getByText('Hello', { exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  }));
