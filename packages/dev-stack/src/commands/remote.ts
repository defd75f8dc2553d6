import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '@course/federation/chromium';
import { readCredentials, runRemoteCommand } from '@course/federation/cli';
import { releaseHome } from '@course/federation/registry';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';
import { watchBuild } from '../dev/watch-build.ts';
import { readDataDir } from '../env.ts';
import { requireWritable } from '../stack/lock-data-dir.ts';
import { readStackFile } from '../stack/stack-file.ts';

/** Commands that only look. */
const READS = ['list', 'check', 'audit', 'create'];

/** The stack that runs on this data folder, if one does. */
const runningOn = (dataDir: string) => {
  if (!existsSync(path.join(dataDir, 'stack.json'))) return undefined;
  const { url, releasesUrl } = readStackFile(dataDir);
  return { siteUrl: url, doorUrl: releasesUrl };
};

main(async () => {
  const [dataDir, args] = [readDataDir(), process.argv.slice(2)];
  if (!READS.includes(args[0] ?? '') && !args.includes('--to')) requireWritable(dataDir);
  const running = runningOn(dataDir);
  await runRemoteCommand({
    home: releaseHome(dataDir),
    ...(running && { running }),
    given: readCredentials(process.env),
    findBrowser: () => findChromium(process.env),
    args,
    say,
    development: { stopSignal: () => onStopRequest().signal, watchBuild },
  });
});
