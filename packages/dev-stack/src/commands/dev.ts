import { developRemote } from '@course/federation/cli';
import { builtRemotes } from '@course/federation/publish';
import { localReleases } from '@course/federation/registry';
import { watchPrograms } from '../dev/programs.ts';
import { watchBuild } from '../dev/watch-build.ts';
import { readStackEnv } from '../env.ts';
import { runStack } from '../stack/run-stack.ts';
import { mainUntilStopped, onStopRequest, say } from '@course/ops/cli';

mainUntilStopped(async () => {
  const stopRequest = onStopRequest();
  const env = readStackEnv();
  const stack = await runStack({ env, say, signal: stopRequest.signal, reload: true });
  const ended = new AbortController();
  const signal = AbortSignal.any([stopRequest.signal, ended.signal]);
  const remotes = builtRemotes().map(({ name }) =>
    developRemote({ local: localReleases(env.dataDir), name, signal, say, watchBuild }),
  );
  const watchers = [...watchPrograms(stack.supervisor, { signal, say }), ...remotes];
  say(`Ready: ${stack.url}`);
  const broken = Promise.all(watchers).then(() => undefined);
  try {
    await Promise.race([stopRequest.requested, broken]);
  } finally {
    ended.abort();
    await Promise.allSettled(watchers);
    await stack.stop();
  }
  process.exit(0);
});
