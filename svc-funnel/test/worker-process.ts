import { createLogger } from '@course/service-kit';
import { startWorker } from '../src/queue/run-worker.ts';
import type { Task, TaskName } from '../src/queue/tasks.ts';

/** A worker as a separate process that never finishes a `send`, so that a test can kill it in the middle of one. */
const tasks = new Map<TaskName, Task<never>>([
  [
    'send',
    () =>
      new Promise<void>((resolve) => {
        process.send?.('sending');
        setTimeout(resolve, 600_000);
      }),
  ],
]);
startWorker({
  databaseUrl: process.argv[2] ?? '',
  tasks,
  logger: createLogger('svc-funnel', 'silent'),
  concurrency: 2,
  checkIntervalMs: 200,
});
process.on('disconnect', () => process.exit(0));
