import { provideChromium } from '../browser/chromium.ts';
import { checkTarget, type CheckOptions } from '../checks/nx-target.ts';
import { lastLine, sum, type Tally } from '../checks/tally.ts';
import { checkTests, projectsWithTests } from '../checks/vitest.ts';
import { sentenceOf, Stopped } from '@course/ops/failure';
import { buildAll } from '@course/dev-stack/stack/builds';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';

const { signal } = onStopRequest();
const options: CheckOptions = { signal, onOutput: (text) => void process.stdout.write(text) };

/** A step that breaks outside of a test is a failure like any other, and the steps after it still run. */
const counted = async (title: string, step: () => Promise<Tally | void>): Promise<Tally> => {
  say(`\n== ${title}`);
  try {
    return (await step()) ?? { passed: 0, failed: 0 };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    say(sentenceOf(error));
    return { passed: 0, failed: 1 };
  }
};

main(async () => {
  let chrome = '';
  const tallies = [
    await counted('browser', async () => {
      chrome = await provideChromium(say, signal);
      say(chrome);
    }),
    await counted('build', () => buildAll(signal)),
    await counted('lint', () => checkTarget('lint', options)),
    await counted('types', () => checkTarget('types', options)),
  ];
  for (const folder of projectsWithTests()) tallies.push(await counted(`tests of ${folder}`, () => checkTests(folder, chrome, options)));
  const total = sum(tallies);
  say(`\n${lastLine(total)}`);
  process.exit(total.failed === 0 ? 0 : 1);
});
