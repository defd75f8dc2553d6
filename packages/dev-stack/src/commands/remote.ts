import { runRemoteCommand } from '@course/federation/cli';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';
import { watchBuild } from '../dev/watch-build.ts';
import { readDataDir } from '../env.ts';
import { requireWritable } from '../stack/lock-data-dir.ts';

/** Commands that only look. */
const READS = ['list', 'check'];

main(async () => {
  const [dataDir, args] = [readDataDir(), process.argv.slice(2)];
  if (!READS.includes(args[0] ?? '')) requireWritable(dataDir);
  await runRemoteCommand({ dataDir, args, say, development: { stopSignal: () => onStopRequest().signal, watchBuild } });
});
