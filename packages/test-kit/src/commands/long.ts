import path from 'node:path';
import { runTool } from '@course/dev-stack/process/run-tool';
import { buildAll } from '@course/dev-stack/stack/builds';
import { main, onStopRequest, say } from '@course/ops/cli';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { provideChromium } from '../browser/chromium.ts';
import { EXHAUSTIVE } from '../checks/exhaustive.ts';

const VITEST = path.join(PROJECT_ROOT, 'node_modules/.bin/vitest');

main(async () => {
  const { signal } = onStopRequest();
  const chrome = await provideChromium(say, signal);
  await buildAll(signal);
  const failed: string[] = [];
  for (const { project, file, size } of EXHAUSTIVE) {
    const env = { CHROME_PATH: chrome, ...size };
    const { code } = await runTool(process.execPath, [VITEST, 'run', file], {
      cwd: path.join(PROJECT_ROOT, project),
      env,
      signal,
      onOutput: (text) => void process.stdout.write(text),
    });
    if (code !== 0) failed.push(`${project}/${file}`);
  }
  if (failed.length > 0) throw new Failure(`Failed: ${failed.join(', ')}`);
  say('All passed');
});
