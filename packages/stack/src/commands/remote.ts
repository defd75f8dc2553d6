import { runRemoteCommand } from '@course/federation/cli';
import { watchBuild } from '../dev/watch-build.ts';
import { readStackEnv } from '../env.ts';
import { main, say } from './main.ts';
import { onStopRequest } from './signals.ts';

main(() =>
  runRemoteCommand({ dataDir: readStackEnv().dataDir, args: process.argv.slice(2), say, stopSignal: () => onStopRequest().signal, watchBuild }),
);
