import path from 'node:path';
import { z } from 'zod';
import { freePort } from '@course/dev-stack/process/ports';
import { runTool } from '@course/dev-stack/process/run-tool';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { launchChromium } from './chromium.ts';

/** Lighthouse has 200 dependencies, so it has its own lock file and is installed when it is first used. */
const FOLDER = path.join(PROJECT_ROOT, 'packages/test-kit/lighthouse');
const PROGRAM = path.join(FOLDER, 'node_modules/lighthouse/cli/index.js');

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Report {
  readonly path: string;
  /** From 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Ids of the audits with a score below 1, by category. Performance is judged only by its score. */
  readonly failed: Readonly<Partial<Record<Category, readonly string[]>>>;
}

/** The part of Lighthouse's JSON that is used. */
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
  if (runtimeError) throw new Failure(`Lighthouse could not audit ${at}: ${runtimeError.message}`);
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
  /** Without `performance` nothing is throttled, which is faster. */
  readonly categories?: readonly Category[];
  readonly executablePath?: string;
}

/** Yields Lighthouse's report on each path, as on a phone. Rejects if it cannot be installed or cannot open a page. */
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
      // `output` has both streams, so a warning of Node's would be mixed with the JSON.
      const args = ['--no-warnings', PROGRAM, new URL(at, site).href, ...flags];
      const { code, output } = await runTool(process.execPath, args);
      if (code !== 0) throw new Failure(`Lighthouse could not audit ${at}:\n${output}`);
      yield parseReport(at, output);
    }
  } finally {
    await browser.close();
  }
}
