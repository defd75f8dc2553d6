import type { Device } from '../device.ts';

export interface Scenario {
  readonly name: string;
  /** Runs the scenario until the last view has ended. */
  readonly run: (device: Device) => Promise<void>;
  /** Indices of the views that are stored without times. */
  readonly unknown?: readonly number[];
  /** True if the page's clock is wrong, so that views have the server's times and are marked. */
  readonly clamped?: boolean;
  /** True if the browser may end before the page has stored the last event that it got. */
  readonly endMayBeLost?: boolean;
}
