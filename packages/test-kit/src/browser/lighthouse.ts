import path from 'node:path';
import { z } from 'zod';
import { freePort } from '@course/dev-stack/process/ports';
import { runTool } from '@course/dev-stack/process/run-tool';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { launchChromium } from './chromium.ts';

/** Lighthouse brings 200 packages: it has a lock file of its own, and is installed when it is first used. */
const FOLDER = path.join(PROJECT_ROOT, 'packages/test-kit/lighthouse');
const PROGRAM = path.join(FOLDER, 'node_modules/lighthouse/cli/index.js');

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Report {
  readonly path: string;
  /** From 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Ids of the audits that did not pass wholly, by category; performance is judged by its score alone. */
  readonly failed: Readonly<Partial<Record<Category, readonly string[]>>>;
}

/** The part of Lighthouse's JSON that is read. */
const lighthouseResult = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  audits: z.record(z.string(), z.object({ score: z.number().nullable() })),
  categories: z.partialRecord(
    z.enum(CATEGORIES),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
});

const parseReport = (at: string, json: string): Report => {
  const { runtimeError, audits, categories } = lighthouseResult.parse(JSON.parse(json));
  if (runtimeError) throw new Failure(`Lighthouse could not look at ${at}: ${runtimeError.message}`);
  const isFailed = (id: string): boolean => (audits[id]?.score ?? 1) < 1;
  const entries = Object.entries(categories);
  return {
    path: at,
    scores: Object.fromEntries(entries.map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)])),
    failed: Object.fromEntries(
      entries.map(([id, { auditRefs }]) => [
        id,
        auditRefs.filter((ref) => ref.weight > 0 && isFailed(ref.id)).map((ref) => ref.id),
      ]),
    ),
  };
};

const install = async (): Promise<void> => {
  const args = ['install', '--workspaces=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runTool('npm', args, { cwd: FOLDER });
  if (code !== 0) throw new Failure(`Lighthouse could not be installed:\n${output}`);
};

export interface LighthouseOptions {
  /** Without `performance` nothing is throttled, which is quicker. */
  readonly categories?: readonly Category[];
  readonly executablePath?: string;
}

/** Lighthouse's view of a phone for each path in turn. Rejects when it cannot be installed or cannot open a page. */
export async function* lighthouseReports(
  site: string,
  paths: readonly string[],
  { categories = CATEGORIES, executablePath }: LighthouseOptions = {},
): AsyncGenerator<Report> {
  await install();
  const port = await freePort();
  const browser = await launchChromium({ executablePath, args: [`--remote-debugging-port=${port}`] });
  const flags = [
    `--port=${port}`,
    `--only-categories=${categories.join(',')}`,
    `--throttling-method=${categories.includes('performance') ? 'simulate' : 'provided'}`,
    '--disable-full-page-screenshot',
    '--output=json',
    '--quiet',
  ];
  try {
    for (const at of paths) {
      // The output is both streams: a warning of node's would stand among the JSON.
      const args = ['--no-warnings', PROGRAM, new URL(at, site).href, ...flags];
      const { code, output } = await runTool(process.execPath, args);
      if (code !== 0) throw new Failure(`Lighthouse could not look at ${at}:\n${output}`);
      yield parseReport(at, output);
    }
  } finally {
    await browser.close();
  }
}
