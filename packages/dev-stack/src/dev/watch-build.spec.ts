import { expect, test } from 'vitest';
import { Stopped } from '@course/ops/failure';
import { watchBuild } from './watch-build.ts';

const COMPILED = 'Rspack compiled successfully\n';

test('keeps watching when a build cannot be published and when the build tool exits', async () => {
  const stopping = new AbortController();
  const said: string[] = [];
  let built = 0;
  let runs = 0;
  const onBuilt = async (): Promise<void> => {
    built += 1;
    if (built === 1) throw new Error('ENOENT: dist/remote.json is being written');
    stopping.abort();
  };
  const run = async (onOutput: (text: string) => void): Promise<{ output: string }> => {
    runs += 1;
    onOutput(COMPILED);
    if (runs === 1) return { output: 'it fell over' };
    return new Promise((_, reject) => stopping.signal.addEventListener('abort', () => reject(new Stopped('Stopped'))));
  };
  await watchBuild(
    { folder: '/some/mf-quiz', signal: stopping.signal, onBuilt, say: (line) => void said.push(line) },
    run,
  );
  expect([built, runs]).toEqual([2, 2]);
  expect(said.join('\n')).toContain('ENOENT: dist/remote.json is being written');
  expect(said).toContain('The build tool of mf-quiz exited and is restarted:\nit fell over');
});
