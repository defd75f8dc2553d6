import { commandLine } from '@course/federation/command-line';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';
import { packPackages } from '../pack/pack.ts';

const { program, run } = commandLine('npm run pack:packages --', say);
program
  .description('Packs what a remote in a repository of its own installs.')
  .requiredOption('--out <folder>', 'where the tarballs go')
  .action(async ({ out }: { out: string }) => (await packPackages(out, onStopRequest().signal)).forEach(say));

main(() => run(process.argv.slice(2)));
