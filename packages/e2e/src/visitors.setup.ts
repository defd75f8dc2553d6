import { afterAll } from 'vitest';
import { closeVisitors } from './browser.ts';
import { closeDatabase } from './stack.ts';

// Workers continue with the next file in the same browser.
afterAll(() => Promise.all([closeVisitors(), closeDatabase()]));
