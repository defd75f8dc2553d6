import type { Logger, Redis } from '@course/service-kit';

interface Promised {
  readonly setting: string;
  readonly value: string;
  readonly otherwise: string;
}

const PROMISES: readonly Promised[] = [
  { setting: 'appendonly', value: 'yes', otherwise: 'a restart of Redis loses every page view not yet in PostgreSQL' },
  {
    setting: 'appendfsync',
    value: 'always',
    otherwise: 'a crash of Redis can lose page views that were already acknowledged',
  },
  {
    setting: 'maxmemory-policy',
    value: 'noeviction',
    otherwise: 'a full Redis may throw away page views instead of refusing new ones',
  },
];

/** What this Redis cannot promise, as sentences. Empty when an acknowledged page view is safe with it. */
export const brokenPromises = (settings: Readonly<Record<string, string | undefined>>): readonly string[] =>
  PROMISES.filter(({ setting, value }) => settings[setting] !== value).map(
    ({ setting, value, otherwise }) => `${setting} is ${settings[setting] ?? 'unknown'}, not ${value}: ${otherwise}`,
  );

/** Logs loudly what this Redis cannot promise. Hosted ones may forbid to ask, which is said too. */
export const checkRedisPromises = async (client: Redis, logger: Logger): Promise<void> => {
  const ask = (setting: string): Promise<Record<string, string>> => client.configGet(setting);
  try {
    const answers = await Promise.all(PROMISES.map(({ setting }) => ask(setting)));
    for (const broken of brokenPromises(Object.assign({}, ...answers)))
      logger.error(`REDIS IS NOT SAFE ENOUGH. ${broken}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn(
      { reason },
      'Redis did not return its settings. Make sure of appendonly yes, appendfsync always, maxmemory-policy noeviction',
    );
  }
};
