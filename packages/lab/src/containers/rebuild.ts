import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshCheckout } from '../bench/fresh-checkout.ts';
import { buildImage, PROGRAMS } from './product-images.ts';
import type { ScenarioContext } from './scenario-context.ts';

const TEXT = 'mf-quiz/src/flow/steps.ts';

/** Builds the programs' images from a checkout with another text in the quiz. Their ids must not change. */
export const rebuildWithOtherText = async ({ podman, signal }: ScenarioContext): Promise<void> => {
  const idsOf = async (root?: string): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (const target of PROGRAMS) ids.push(await buildImage(podman, target, root));
    return ids;
  };
  const checkout = await freshCheckout(signal);
  try {
    const before = await idsOf(checkout);
    const file = path.join(checkout, TEXT);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n// Another text.\n`);
    deepStrictEqual(await idsOf(checkout), before);
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
};
