import path from 'node:path';
import { baseEnv } from '../env.ts';
import type { ServiceSpec } from '../supervise/supervisor.ts';

const SERVER = `
  require('http').createServer((request, response) => response.end(String(process.pid))).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => { console.log(process.env.NAME + ' was asked to stop'); process.exit(0); });
`;

/** Returns the pid of the fake service on a port. */
export const pidAt = async (port: number): Promise<number> =>
  Number(await (await fetch(`http://127.0.0.1:${port}`)).text());

/** Returns the spec of a small server, or of another script. */
export const fakeService = (name: string, port: number, folder: string, script = SERVER): ServiceSpec => ({
  name,
  command: {
    file: process.execPath,
    args: ['-e', script],
    env: { ...baseEnv(), PORT: String(port), NAME: name },
    cwd: folder,
    logFile: path.join(folder, 'parts.log'),
  },
  isReady: async () => (await pidAt(port)) > 0,
});
