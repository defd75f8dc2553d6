import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { baseEnv, type StackEnv } from '../env.ts';
import type { ServiceSpec } from '../supervise/supervisor.ts';
import { logFile } from './stores.ts';

interface Program {
  readonly name: string;
  readonly main: string;
  readonly port: number;
  readonly readyPath: string;
  /** Command-line flags of Node itself. */
  readonly flags: readonly string[];
  readonly vars: Readonly<Record<string, string>>;
}

export const SOURCE_MAPS = '--enable-source-maps';

export const loopbackUrl = (port: number): string => `http://127.0.0.1:${port}`;

const READY_TIMEOUT_MS = 5000;

/** Returns whether a URL responds with a status of 2xx. */
const isOk = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) })).ok;

/** Returns how a built Node program is run. It is ready once it responds with 2xx at `readyPath`. */
export const nodeService = (env: StackEnv, { name, main, port, readyPath, flags, vars }: Program): ServiceSpec => ({
  name,
  command: {
    file: process.execPath,
    args: [...flags, path.join(PROJECT_ROOT, main)],
    env: { ...baseEnv(), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...vars },
    cwd: PROJECT_ROOT,
    logFile: logFile(env, name),
  },
  isReady: () => isOk(`${loopbackUrl(port)}${readyPath}`),
});
