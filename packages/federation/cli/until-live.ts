import { z } from 'zod';

const LOOK_MS = 100;
const GIVE_UP_MS = 10_000;

const served = z.object({ remotes: z.array(z.object({ name: z.string(), version: z.string() })) });

const isServed = async (siteUrl: string, name: string, version: string): Promise<boolean> => {
  try {
    const response = await fetch(new URL('/runtime-config.json', siteUrl), { signal: AbortSignal.timeout(GIVE_UP_MS) });
    return served.parse(await response.json()).remotes.some((one) => one.name === name && one.version === version);
  } catch {
    return false;
  }
};

/** Waits until the site serves this version. Resolves to false when it does not within 10 s. */
export const untilLive = async (siteUrl: string, name: string, version: string): Promise<boolean> => {
  const end = performance.now() + GIVE_UP_MS;
  while (!(await isServed(siteUrl, name, version))) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return true;
};
