import { findChromium } from '@course/federation/chromium';
import { readCredentials, runRemoteCommand } from '@course/federation/cli';
import { localReleases } from '@course/federation/registry';
import { main, onStopRequest, say } from '@course/ops/cli';
import { watchBuild } from '../dev/watch-build.ts';
import { readDataDir } from '../env.ts';
import { requireWritable } from '../stack/lock-data-dir.ts';
import { runningStack } from '../stack/stack-file.ts';

main(async () => {
  const dataDir = readDataDir();
  const stack = runningStack(dataDir);
  await runRemoteCommand({
    program: 'npm run remote --',
    defaultDataDir: '.data',
    local: localReleases(dataDir),
    ...(stack && { running: { siteUrl: stack.url, publishingUrl: stack.releasesUrl } }),
    credentials: readCredentials(process.env),
    findBrowser: () => findChromium(process.env),
    requireWritable: () => requireWritable(dataDir),
    args: process.argv.slice(2),
    say,
    development: { stopSignal: () => onStopRequest().signal, watchBuild },
  });
});
