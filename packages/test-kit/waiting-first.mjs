import { BaseSequencer } from 'vitest/node';

/** Specs that mostly wait, for what falls silent or is started again. */
const WAITING = /\/(silent-stores|faults)\.spec\.ts$/;

/** Begins with the specs that mostly wait: at the end, as the smaller files they are, they would leave processors idle. */
export class WaitingFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const isWaiting = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => WAITING.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}
