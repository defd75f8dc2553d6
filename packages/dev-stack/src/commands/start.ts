import { readStackEnv } from '../env.ts';
import { runStack } from '../stack/run-stack.ts';
import { mainUntilStopped, onStopRequest, say } from '@course/ops/cli';

mainUntilStopped(async () => {
  const { signal, requested } = onStopRequest();
  const stack = await runStack({ env: readStackEnv(), say, signal });
  say(`Ready: ${stack.url}`);
  await requested;
  say('Stopping');
  await stack.stop();
  process.exit(0);
});
