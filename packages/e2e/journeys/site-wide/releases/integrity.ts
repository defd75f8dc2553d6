import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../../../src/browser.ts';
import { sampleOf } from '../../../src/sample.ts';
import { siteUrl } from '../../../src/stack.ts';
import { interactive } from '../../../src/walk.ts';

describe('a visit', () => {
  it('loads every script and style sheet with its hash, and each file once', async () => {
    const { page } = await freshVisitor();
    await page.addInitScript(() => {
      const unhashed: string[] = [];
      const note = (node: Node): void => {
        const address = node instanceof HTMLScriptElement ? node.src : node instanceof HTMLLinkElement ? node.href : '';
        const isFetched = /\.(js|css)$/.test(address) && !(node as HTMLElement).hasAttribute('disabled');
        if (isFetched && !(node as HTMLScriptElement).integrity) unhashed.push(address);
      };
      new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(
        document,
        {
          childList: true,
          subtree: true,
        },
      );
      Object.assign(globalThis, { unhashed });
    });
    const requested: string[] = [];
    page.on('request', (request) => void (/\.(js|css)$/.test(request.url()) && requested.push(request.url())));
    await page.goto(siteUrl('/email'));
    await interactive(page);
    expect(await page.evaluate(() => (globalThis as unknown as { unhashed: string[] }).unhashed)).toEqual([]);
    // A preload with another mode or hash than its request would load the file twice.
    const ofOffer = requested.filter((url) => url.includes('/remotes/mf-offer/') && url.includes('/assets/'));
    expect(ofOffer.length).toBeGreaterThan(0);
    expect(ofOffer).toEqual([...new Set(ofOffer)]);
  });

  it.each(sampleOf(['**/remotes/mf-offer/**/remoteEntry.js', '**/remotes/mf-offer/**/assets/*.js'], 1))(
    'runs no script of a remote that was altered in transit: %s',
    async (script) => {
      const { page } = await freshVisitor();
      await page.route(script, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `globalThis.altered = true;${await response.text()}` });
      });
      await page.goto(siteUrl('/email'));
      await page.locator('[data-screen="unavailable"][data-reason="broken"]').waitFor();
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
    },
  );
});
