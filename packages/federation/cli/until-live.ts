import { z } from 'zod';
import { VISIT_COOKIE, visitValue } from '../contract/visit.ts';
import type { Pointed, Previewed } from '../contract/listing.ts';
import { NO_LINK } from './tables.ts';

const POLL_MS = 100;
const TIMEOUT_MS = 10_000;

const served = z.object({ remotes: z.array(z.object({ name: z.string(), version: z.string() })) });

const get = (url: URL | string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Polls until `check` succeeds. Resolves to false if it does not within 10 s. */
const poll = async (check: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await check().catch(() => false))) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
};

/** Waits until the site serves this version, or would serve this release to a visit that has it already. */
const untilLive = (
  siteUrl: string,
  name: string,
  { version, release }: Pick<Pointed, 'version'> & Partial<Pointed>,
): Promise<boolean> =>
  poll(async () => {
    const headers: Record<string, string> =
      release === undefined ? {} : { cookie: `${VISIT_COOKIE}=${visitValue([release])}` };
    const response = await get(new URL('/runtime-config.json', siteUrl), headers);
    return served
      .parse(await response.json())
      .remotes.some((remote) => remote.name === name && remote.version === version);
  });

/** Waits until a preview's link leads to its screen. */
const untilOpens = (link: string): Promise<boolean> => poll(async () => (await get(link)).status < 400);

interface Reported {
  /** A publishing API elsewhere, whose edges cannot be observed. */
  readonly to?: string;
  readonly canary?: number;
}

/** Reports what has gone live, once this machine's edge serves it. */
export const liveReporter = ({
  say,
  running,
}: {
  readonly say: (line: string) => void;
  readonly running: { readonly siteUrl: string } | undefined;
}) => {
  const report = async (
    { to, warnings }: Reported & Pick<Pointed, 'warnings'>,
    check: (siteUrl: string) => Promise<boolean>,
    { live, what }: { readonly live: string; readonly what: string },
  ): Promise<void> => {
    warnings?.forEach(say);
    const isServed = to !== undefined || !running || (await check(running.siteUrl));
    say(isServed ? live : `${what} is published, but not served yet. See the edge's log.`);
  };
  return {
    sayLive: (name: string, { version, warnings }: Pointed, options: Reported) =>
      report({ ...options, warnings }, (siteUrl) => untilLive(siteUrl, name, { version }), {
        live: `${name}: ${version} is live`,
        what: `${name}: ${version}`,
      }),
    sayCanary: (name: string, { version, release, warnings }: Pointed, options: Reported) =>
      report({ ...options, warnings }, (siteUrl) => untilLive(siteUrl, name, { version, release }), {
        live: `${name}: ${version} is given to ${options.canary} % of visitors`,
        what: `${name}: ${version}`,
      }),
    sayPreview: async (name: string, { version, until: end, link, warnings }: Previewed, options: Reported) => {
      await report({ ...options, warnings }, async () => link === null || untilOpens(link), {
        live: `${name}: ${version} is shown by this link until ${end}`,
        what: `${name}: the preview`,
      });
      say(link ?? NO_LINK);
    },
  };
};
