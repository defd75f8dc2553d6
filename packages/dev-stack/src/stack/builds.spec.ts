import { expect, test } from 'vitest';
import { failedOutput } from './builds.ts';

const OUTPUT = `
 NX   Running target build for 2 projects:

> nx run mf-quiz:build

compiled successfully

> nx run mf-offer:build

Module not found: icons.tsx

 NX   Running target build for 2 projects failed

Failed tasks:

- mf-offer:build
`;

test('shows only the output of the tasks that failed', () => {
  expect(failedOutput(OUTPUT)).toMatch(/^> nx run mf-offer:build\n\nModule not found/);
  expect(failedOutput(OUTPUT)).not.toContain('mf-quiz');
});

test('shows all output when nx itself fails', () => {
  expect(failedOutput('Cannot find module nx\n')).toBe('Cannot find module nx');
});
