import { afterAll } from 'vitest';
import { closeVisitors } from './browser.ts';

// Workers go on with the next file, and the browser stays.
afterAll(closeVisitors);
