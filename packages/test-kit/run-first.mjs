import { BaseSequencer } from 'vitest/node';

/**
 * Returns a sequencer that runs the files whose path matches first, in vitest's order otherwise: by size, long files
 * that mostly wait would come last and leave processors idle.
 * @param {RegExp} pattern
 */
export const runFirst = (pattern) =>
  class extends BaseSequencer {
    /** @param {import('vitest/node').TestSpecification[]} files */
    async sort(files) {
      const sorted = await super.sort(files);
      const isFirst = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => pattern.test(moduleId);
      return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
    }
  };
