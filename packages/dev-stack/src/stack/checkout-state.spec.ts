import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { checkoutState } from './checkout-state.ts';

const SOURCE = 'mf-quiz/src/flow.ts';
const OUTPUT = 'mf-quiz/dist/assets/flow.js';

/** A checkout with one source and its build output. */
const aCheckout = () => {
  const root = scratchFolder();
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  write(SOURCE, 'export const a = 1');
  write(OUTPUT, 'a=1');
  return { root, write, remove: (name: string) => rmSync(path.join(root, name)) };
};

test('stays the same while nothing is written', () => {
  const { root } = aCheckout();
  expect(checkoutState(root)).toEqual(checkoutState(root));
});

test.each(['node_modules/left-pad/index.js', 'mf-quiz/node_modules/a.js', '.git/HEAD', '.nx/db', '.data/stack.json'])(
  'stays the same when %s, which no build reads, is written',
  (name) => {
    const { root, write } = aCheckout();
    const before = checkoutState(root);
    write(name, 'new');
    expect(checkoutState(root)).toEqual(before);
  },
);

test.each([
  ['a changed source', SOURCE, 'sources'],
  ['a new source', 'mf-quiz/src/new.ts', 'sources'],
  ['a changed output', OUTPUT, 'outputs'],
  ['a new output', 'mf-quiz/dist/assets/old.js', 'outputs'],
] as const)('detects %s', (_, name, changed) => {
  const { root, write } = aCheckout();
  const before = checkoutState(root);
  write(name, 'something else');
  const after = checkoutState(root);
  expect(after[changed]).not.toBe(before[changed]);
  const same = changed === 'sources' ? 'outputs' : 'sources';
  expect(after[same]).toBe(before[same]);
});

test.each([
  ['source', SOURCE, 'sources'],
  ['output', OUTPUT, 'outputs'],
] as const)('detects a removed %s', (_, name, changed) => {
  const { root, remove } = aCheckout();
  const before = checkoutState(root);
  remove(name);
  expect(checkoutState(root)[changed]).not.toBe(before[changed]);
});
