import { BaseSequencer } from 'vitest/node';

/** Specs that mostly wait, for timeouts and restarts. */
const WAITING = /\/(silent-stores|faults)\.spec\.ts$/;

/** Runs the specs that mostly wait first. By size they would come last and leave processors idle. */
export class WaitingFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const isWaiting = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => WAITING.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}
