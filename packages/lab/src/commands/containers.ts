import { lastLine } from '@course/test-kit/checks/tally';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';
import { Failure } from '@course/ops/failure';
import { runContainers } from '../containers/run-containers.ts';

const MINUTES_MAX = 25;

const { signal } = onStopRequest();

main(async () => {
  const tooLong = AbortSignal.timeout(MINUTES_MAX * 60_000);
  const tally = await runContainers({ signal: AbortSignal.any([signal, tooLong]), say }).catch((error: unknown) => {
    throw tooLong.aborted ? new Failure(`It took longer than ${MINUTES_MAX} minutes.`) : error;
  });
  say(`\n${lastLine(tally)}`);
  if (tally.failed > 0) throw new Failure('Not everything passed.');
});
