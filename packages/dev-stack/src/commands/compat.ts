import { contractOf } from '@course/contracts';
import { runCompatCommand } from '@course/federation/compat';
import { localReleases } from '@course/federation/registry';
import { FUNNEL_CONTRACT } from '@course/funnel';
import { main, say } from '@course/ops/cli';
import { readDataDir } from '../env.ts';

main(() =>
  runCompatCommand({
    args: process.argv.slice(2),
    store: localReleases(readDataDir()).store,
    contracts: [FUNNEL_CONTRACT, contractOf('svc-tracking')],
    say,
  }),
);
