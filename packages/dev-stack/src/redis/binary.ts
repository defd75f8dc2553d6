import { findOnPath } from '../process/on-path.ts';
import { aptInstall, canAptInstall } from '../process/apt.ts';
import { Failure } from '@course/ops/failure';

const NAMES = ['redis-server', 'valkey-server'] as const;

const MISSING =
  'Redis is missing. Install it (Debian, Ubuntu: sudo apt-get install -y redis-server; macOS: brew install redis), or set REDIS_URL to a running one.';

/**
 * Returns the Redis server program: from PATH, else from Debian's package as root. Rejects with the command to type.
 */
export const redisBinary = async (say: (line: string) => void = () => undefined): Promise<string> => {
  const found = findOnPath(...NAMES);
  if (found) return found;
  if (!canAptInstall()) throw new Failure(MISSING);
  say('Installing Redis (apt-get install redis-server)');
  await aptInstall('redis-server').catch((error: Error) => {
    throw new Failure(`${MISSING} apt-get said: ${error.message}`);
  });
  const installed = findOnPath(...NAMES);
  if (!installed) throw new Failure(MISSING);
  return installed;
};
