/** Looks at every screen for `npm run bench`: `lighthouse-all.ts <address of the site>` prints one report a line, as JSON. */
import { STEPS, type StepKind } from '@course/test-kit/product-flow';
import { lighthouseReports } from './lighthouse.ts';

/** These need what a mail or a payment brings. */
const LEFT_OUT: readonly StepKind[] = ['payment-success'];

const [site] = process.argv.slice(2);
if (!site) throw new Error('Which site? lighthouse-all.ts http://localhost:3000');
const paths = STEPS.filter(({ kind }) => !LEFT_OUT.includes(kind)).map(({ path }) => path);
await lighthouseReports(site, paths, undefined, (report) => process.stdout.write(`${JSON.stringify(report)}\n`));
