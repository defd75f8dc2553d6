import { z } from 'zod';
import { VISIT_COOKIE, visitValue } from '../contract/visit.ts';
import type { Pointed } from '../registry/releases.ts';

const LOOK_MS = 100;
const GIVE_UP_MS = 10_000;

const served = z.object({ remotes: z.array(z.object({ name: z.string(), version: z.string() })) });

const ask = (url: URL | string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(GIVE_UP_MS) });

/** Resolves to false when `look` finds nothing within 10 s. */
const until = async (look: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + GIVE_UP_MS;
  while (!(await look().catch(() => false))) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return true;
};

/** Waits until the site serves this version, or would serve this release to a visit that has it already. */
export const untilLive = (
  siteUrl: string,
  name: string,
  { version, release }: Pick<Pointed, 'version'> & Partial<Pointed>,
): Promise<boolean> =>
  until(async () => {
    const headers: Record<string, string> =
      release === undefined ? {} : { cookie: `${VISIT_COOKIE}=${visitValue([release])}` };
    const response = await ask(new URL('/runtime-config.json', siteUrl), headers);
    return served.parse(await response.json()).remotes.some((one) => one.name === name && one.version === version);
  });

/** Waits until a preview's link leads to its screen. */
export const untilOpens = (link: string): Promise<boolean> => until(async () => (await ask(link)).status < 400);
