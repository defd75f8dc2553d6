import { commandLine } from '@course/federation/command-line';
import { main, onStopRequest, say } from '@course/ops/cli';
import { packPackages } from '../pack/pack.ts';

const { program, run } = commandLine('npm run pack:packages --', say);
program
  .description('Packs what a remote in a repository of its own installs.')
  .requiredOption('--out <folder>', 'where the tarballs go')
  .action(async ({ out }: { out: string }) => (await packPackages(out, onStopRequest().signal)).forEach(say));

main(() => run(process.argv.slice(2)));
