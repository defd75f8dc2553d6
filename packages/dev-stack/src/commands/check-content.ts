import { parseArgs } from 'node:util';
import { findingsIn, PRODUCT_CONTENT } from '../content/findings.ts';
import { lessonProblems, lessonReport } from '../content/lessons.ts';
import { readStackEnv } from '../env.ts';
import { table } from '@course/federation/table';
import { main, say } from '@course/ops/cli/main';

const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });

main(async () => {
  const { lessonsDir, mail } = readStackEnv();
  const findings = findingsIn({ ...PRODUCT_CONTENT, mail });
  say(table(['what', 'found', 'in packages/funnel/src, or the environment', 'what to do'], findings.map(({ what, found, file, toDo }) => [what, found, file, toDo])));
  say(`\n${findings.length} to look at before going live.`);
  const problems = await lessonProblems(lessonsDir);
  say(`\n${lessonReport(problems, lessonsDir)}`);
  if (values.strict && findings.length + problems.length > 0) process.exitCode = 1;
});
