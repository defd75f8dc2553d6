import { afterAll } from 'vitest';
import { closeVisitors } from './browser.ts';
import { closeDatabase } from './stack.ts';

// Workers go on with the next file, and the browser stays.
afterAll(() => Promise.all([closeVisitors(), closeDatabase()]));
