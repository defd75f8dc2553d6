import { parseArgs } from 'node:util';
import { Failure } from '@course/ops/failure';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';
import { packPackages } from '../pack/pack.ts';

const outFolder = (): string => {
  try {
    const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
    if (out) return out;
  } catch {
    // Said below.
  }
  throw new Failure('Say where the tarballs go: npm run pack:packages -- --out <folder>');
};

main(async () => {
  const tarballs = await packPackages(outFolder(), onStopRequest().signal);
  tarballs.forEach(say);
});
