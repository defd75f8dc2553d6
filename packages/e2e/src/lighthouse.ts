import { freePort } from '@course/dev-stack/process/ports';
import lighthouse, { type Flags } from 'lighthouse';
import { launch } from './browser.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Report {
  readonly path: string;
  /** From 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Ids of the audits that did not pass wholly, by category; performance is judged by its score alone. */
  readonly failed: Readonly<Partial<Record<Category, readonly string[]>>>;
}

/** Lighthouse's view of a phone for each path in turn. Without `performance` nothing is throttled, which is quicker. */
export async function lighthouseReports(
  site: string,
  paths: readonly string[],
  categories: readonly Category[] = CATEGORIES,
  each: (report: Report) => void = () => {},
): Promise<readonly Report[]> {
  const port = await freePort();
  const browser = await launch([`--remote-debugging-port=${port}`]);
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    disableFullPageScreenshot: true,
    throttlingMethod: categories.includes('performance') ? 'simulate' : 'provided',
  };
  try {
    const reports: Report[] = [];
    for (const path of paths) {
      const report = await reportOf(path, new URL(path, site).href, flags);
      reports.push(report);
      each(report);
    }
    return reports;
  } finally {
    await browser.close();
  }
}

async function reportOf(path: string, url: string, flags: Flags): Promise<Report> {
  const result = await lighthouse(url, flags);
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not look at ${path}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { categories, audits } = result.lhr;
  const scores = Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]);
  const failed = Object.entries(categories).map(([id, { auditRefs }]) => [
    id,
    auditRefs.filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1).map((ref) => ref.id),
  ]);
  return {
    path,
    scores: Object.fromEntries(scores) as Report['scores'],
    failed: Object.fromEntries(failed) as Report['failed'],
  };
}
