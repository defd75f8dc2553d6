import { lastLine } from '@course/test-kit/checks/tally';
import { commandLine } from '@course/federation/command-line';
import { main, onStopRequest, say } from '@course/ops/cli';
import { Failure } from '@course/ops/failure';
import { runContainers } from '../containers/run-containers.ts';

const MINUTES_MAX = 25;

const { signal } = onStopRequest();

const { program, run } = commandLine('npm run test:containers --', say);
program
  .description(
    'Builds the images, runs docker-compose.yml with podman, and runs failure scenarios on it. Needs root on Linux.',
  )
  .option('--reuse', 'uses the images of the previous run', false)
  .option('--only <text>', 'runs the scenarios whose names contain this text', '')
  .action(async ({ reuse, only }: { reuse: boolean; only: string }) => {
    const tooLong = AbortSignal.timeout(MINUTES_MAX * 60_000);
    const tally = await runContainers({ signal: AbortSignal.any([signal, tooLong]), say, reuse, only }).catch(
      (error: unknown) => {
        throw tooLong.aborted ? new Failure(`It took longer than ${MINUTES_MAX} minutes.`) : error;
      },
    );
    say(`\n${lastLine(tally)}`);
    if (tally.failed > 0) throw new Failure('Not everything passed.');
  });

main(() => run(process.argv.slice(2)));
