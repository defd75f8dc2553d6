import type { Stores } from './missing-records.ts';
import type { Podman } from './podman.ts';
import type { Site } from './buyers.ts';
import type { System } from './system.ts';

/** The running system that a scenario works with. */
export interface ScenarioContext {
  readonly podman: Podman;
  readonly system: System;
  readonly site: Site;
  readonly stores: Stores;
  /** The publishing API through which teams publish. */
  readonly publishingUrl: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}
