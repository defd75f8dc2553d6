import { type Logger, reasonOf, type Redis } from '@course/service-kit';

interface Requirement {
  readonly setting: string;
  readonly value: string;
  readonly consequence: string;
}

const REQUIREMENTS: readonly Requirement[] = [
  {
    setting: 'appendonly',
    value: 'yes',
    consequence: 'a restart of Redis loses every page view not yet in PostgreSQL',
  },
  {
    setting: 'appendfsync',
    value: 'always',
    consequence: 'a crash of Redis can lose page views that were already acknowledged',
  },
  {
    setting: 'maxmemory-policy',
    value: 'noeviction',
    consequence: 'a full Redis may throw away page views instead of refusing new ones',
  },
];

/** Returns a sentence for each promise that this Redis cannot keep. Empty if acknowledged page views are safe in it. */
export const brokenPromises = (settings: Readonly<Record<string, string | undefined>>): readonly string[] =>
  REQUIREMENTS.filter(({ setting, value }) => settings[setting] !== value).map(
    ({ setting, value, consequence }) =>
      `${setting} is ${settings[setting] ?? 'unknown'}, not ${value}: ${consequence}`,
  );

/**
 * Logs an error for each promise that this Redis cannot keep, or a warning if it hides its settings, as hosted ones
 * may.
 */
export const checkRedisPromises = async (client: Redis, logger: Logger): Promise<void> => {
  const read = (setting: string): Promise<Record<string, string>> => client.configGet(setting);
  try {
    const settings = await Promise.all(REQUIREMENTS.map(({ setting }) => read(setting)));
    for (const broken of brokenPromises(Object.assign({}, ...settings)))
      logger.error(`REDIS IS NOT SAFE ENOUGH. ${broken}`);
  } catch (error) {
    logger.warn(
      { reason: reasonOf(error) },
      'Redis did not return its settings. Make sure that it has appendonly yes, appendfsync always, maxmemory-policy noeviction',
    );
  }
};
