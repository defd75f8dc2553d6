import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { PROJECT_ROOT } from '@course/ops/paths';
import type { Measurement } from './measurement.ts';

const FOLDER = path.join(PROJECT_ROOT, 'packages', 'e2e');
const BUDGETS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
/** The one audit that screens which are not listed must not pass. */
const NOT_LISTED = 'is-crawlable';

const report = z.object({
  path: z.string(),
  scores: z.record(z.string(), z.number()),
  failed: z.record(z.string(), z.array(z.string())),
});

/** How far a score stays below what it should be, so that less is better, as with every other figure. */
const figuresOf = ({ path: at, scores, failed }: z.infer<typeof report>): Measurement[] => [
  ...Object.entries(BUDGETS).map(([category, wanted]) => ({
    name: `Lighthouse ${at}: points of ${category} below 100`,
    value: 100 - (scores[category] ?? 0),
    unit: '' as const,
    budget: 100 - wanted,
  })),
  {
    name: `Lighthouse ${at}: SEO audits failed`,
    value: (failed['seo'] ?? []).filter((audit) => audit !== NOT_LISTED).length,
    unit: '',
    budget: 0,
  },
];

/** Lighthouse on every screen, as a phone. It runs in a process of its own: it belongs to the browser tests. */
export async function measureLighthouse(
  url: string,
  browser: string,
  say: (line: string) => void,
): Promise<readonly Measurement[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(FOLDER, 'src', 'lighthouse-all.ts'), url], {
    cwd: FOLDER,
    env: { ...process.env, CHROME_PATH: browser },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const figures: Measurement[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const one = report.parse(JSON.parse(line));
    const failed = Object.entries(one.failed).flatMap(([category, audits]) =>
      category === 'performance' ? [] : audits,
    );
    say(
      `Lighthouse ${one.path}: ${Object.entries(one.scores)
        .map(([category, score]) => `${category} ${score}`)
        .join(', ')}${failed.length > 0 ? ` (${failed.join(', ')})` : ''}`,
    );
    figures.push(...figuresOf(one));
  }
  if ((await ended) !== 0) throw new Error('Lighthouse did not look at every screen');
  return figures;
}
