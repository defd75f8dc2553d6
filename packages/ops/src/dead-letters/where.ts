import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';

const stackFile = (dataDir: string): { redisUrl?: unknown } | undefined => {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'stack.json'), 'utf8')) as { redisUrl?: unknown };
  } catch {
    return undefined;
  }
};

/** The address of the Redis that holds the letters: the one named in the environment, else that of the running stack. */
export const redisOf = ({
  redisUrl,
  dataDir,
}: {
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
}): string => {
  const address = redisUrl ?? stackFile(dataDir)?.redisUrl;
  if (typeof address === 'string') return address;
  throw new Failure(
    `No stack runs in ${dataDir}. Start it with npm start, set DATA_DIR to its folder, or set REDIS_URL.`,
  );
};
