import type { Device } from '../device.ts';

export interface Scenario {
  readonly name: string;
  /** What happens, until the last view has ended. */
  readonly run: (device: Device) => Promise<void>;
  /** Views that are stored without times, by their order. */
  readonly unknown?: readonly number[];
  /** The page's clock is wrong: its times of the day are the server's, and marked. */
  readonly clamped?: boolean;
}
