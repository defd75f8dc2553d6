import { type Logger, messageOf, type Redis } from '@course/service-kit';

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

/**
 * Returns a sentence for each setting with which this Redis may lose data. Empty if acknowledged page views are safe in
 * it.
 */
export const unsafeSettings = (settings: Readonly<Record<string, string | undefined>>): readonly string[] =>
  REQUIREMENTS.filter(({ setting, value }) => settings[setting] !== value).map(
    ({ setting, value, consequence }) =>
      `${setting} is ${settings[setting] ?? 'unknown'}, not ${value}: ${consequence}`,
  );

/**
 * Logs an error for each setting with which this Redis may lose data, or a warning if it hides its settings, as hosted
 * ones may.
 */
export const checkRedisDurability = async (client: Redis, logger: Logger): Promise<void> => {
  const read = (setting: string): Promise<Record<string, string>> => client.configGet(setting);
  try {
    const settings = await Promise.all(REQUIREMENTS.map(({ setting }) => read(setting)));
    for (const unsafe of unsafeSettings(Object.assign({}, ...settings)))
      logger.error(`REDIS IS NOT SAFE ENOUGH. ${unsafe}`);
  } catch (error) {
    logger.warn(
      { reason: messageOf(error) },
      'Redis did not return its settings. Make sure that it has appendonly yes, appendfsync always, maxmemory-policy noeviction',
    );
  }
};
