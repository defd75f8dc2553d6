import { AWAY } from './away.ts';
import { ENDING } from './ending.ts';
import { MOVING } from './moving.ts';
import type { Scenario } from './scenario.ts';
import { UNSENT } from './unsent.ts';

export const SCENARIOS: readonly Scenario[] = [...MOVING, ...AWAY, ...ENDING, ...UNSENT];
