import { expect, it } from 'vitest';
import { startServer } from './server-process.ts';

it('a server whose log cannot be opened is reported as that', async () => {
  const command = { file: process.execPath, args: [], env: {}, cwd: import.meta.dirname, logFile: '/dev/null/log' };
  await expect(startServer('a server', command, async () => true)).rejects.toThrow('/dev/null');
});
