import fs from 'node:fs/promises';
import { OFFER_COPY } from 'mf-offer/flow';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../../src/browser.ts';
import { laterBuild, remoteCommand } from '../../src/remotes.ts';
import { open, openCheckout } from '../../src/walk.ts';

const EXPLAINING = { from: 'explainMissingTerms:!1', to: 'explainMissingTerms:!0' };

describe('with the switch that explains missing terms', () => {
  it('a line of text appears with the shake and disappears with the tick', async () => {
    const build = await laterBuild('mf-offer', { ...EXPLAINING, version: `9.9.${Date.now()}` });
    await remoteCommand('publish', 'mf-offer', '--from', build, '--no-browser');
    try {
      const { page, complaints } = await freshVisitor();
      await open(page, '/sales');
      await openCheckout(page);
      await page.getByRole('alert').getByText(OFFER_COPY.terms.missing).waitFor();
      await page.getByRole('checkbox').check({ force: true });
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await remoteCommand('rollback', 'mf-offer');
      await fs.rm(build, { recursive: true });
    }
  });
});
