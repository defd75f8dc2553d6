import path from 'node:path';
import { readStackEnv } from '@course/dev-stack/env';
import { complaintsOf, reportTable } from '../faults/report.ts';
import { runFaults } from '../faults/run-faults.ts';
import { Failure } from '@course/ops/failure';
import { commandLine, wholeNumber } from '@course/federation/command-line';
import { writeAtomically } from '@course/federation/files';
import { PROJECT_ROOT } from '@course/federation/paths';
import { runTool } from '@course/dev-stack/process/run-tool';
import { buildProject } from '@course/dev-stack/stack/builds';
import { testSeed } from '@course/test-kit/seeded-random';
import { main, onStopRequest, say } from '@course/ops/cli';

interface Options {
  readonly kills: number;
  readonly postgresDown: number;
  readonly redisDown: number;
  readonly diskFull: number;
  readonly operations: number;
  readonly minutes: number;
  readonly out?: string;
}

const { signal } = onStopRequest();

/** Writes random events through writers that die. Returns whether all rows equal those of an in-memory model. */
const compareWithMemory = async (operations: number): Promise<boolean> => {
  say(`Writing ${operations} random events through writers that die, and comparing with an in-memory model`);
  const { code, output } = await runTool(
    process.execPath,
    [path.join(PROJECT_ROOT, 'node_modules/.bin/vitest'), 'run', 'test/oracle.spec.ts'],
    {
      cwd: path.join(PROJECT_ROOT, 'svc-tracking'),
      signal,
      env: { ORACLE_OPERATIONS: String(operations), TEST_SEED: String(testSeed()) },
    },
  );
  say(output.match(/^\d+ events, .*$/m)?.[0] ?? output);
  return code === 0;
};

const runAll = async ({
  kills,
  postgresDown,
  redisDown,
  diskFull,
  operations,
  minutes,
  out,
}: Options): Promise<void> => {
  await buildProject('svc-tracking', signal);
  const report = await runFaults({
    kills,
    killingMaxMs: minutes * 60_000,
    postgresDownSeconds: postgresDown,
    redisDownSeconds: redisDown,
    diskFullSeconds: diskFull,
    betweenMs: 1500,
    visitors: 16,
    seed: testSeed(),
    say,
    signal,
  });
  const matchesMemory = operations === 0 || (await compareWithMemory(operations));
  const at = new Date().toISOString();
  const file = path.join(
    path.resolve(out ?? path.join(readStackEnv().dataDir, 'faults')),
    `${at.replaceAll(':', '-')}.json`,
  );
  const complaints = [...complaintsOf(report), ...(matchesMemory ? [] : ['rows differ from memory'])];
  writeAtomically(file, `${JSON.stringify({ at, ...report, operations, matchesMemory, complaints }, null, 2)}\n`);
  say(`\n${reportTable(report)}\n\n${file}`);
  if (complaints.length > 0) throw new Failure(`Not clean: ${complaints.join('; ')}`);
  say('Clean: acknowledged - stored = 0, duplicates = 0');
};

const whole = wholeNumber(0, 99_999_999);

const { program, run } = commandLine('npm run test:faults --', say);
program
  .description(
    [
      'Kills the services, writers and stores of page views under load, and compares what was acknowledged with what is',
      'stored. The value 0 skips a fault.',
    ].join(' '),
  )
  .option('--kills <count>', 'how many', whole, 200)
  .option('--postgres-down <seconds>', 'how long PostgreSQL is down', whole, 120)
  .option('--redis-down <seconds>', 'how long Redis is down', whole, 20)
  .option('--disk-full <seconds>', 'how long the disk is full', whole, 10)
  .option('--operations <count>', 'random events to compare with an in-memory model', whole, 1_000_000)
  .option('--minutes <count>', 'time limit of the kills', whole, 30)
  .option('--out <folder>', 'folder of the JSON report, instead of DATA_DIR/faults')
  .action(runAll);

main(() => run(process.argv.slice(2)));
