import { describe, expect, it } from 'vitest';
import { arrange, partsFor } from './parts.mjs';

const LESSON = 'The idea.\n\n## Done when\n- done\n\n## In five minutes\nShort.\n\n## Going further\nMore.';

describe('the parts of a lesson', () => {
  it.each([
    ['5-min', '## In five minutes\nShort.\n\n## The whole lesson\n\nThe idea.\n\n## Done when\n- done'],
    ['10-min', 'The idea.\n\n## Done when\n- done\n\n## In five minutes\nShort.'],
    ['15-min', 'The idea.\n\n## Done when\n- done'],
    ['20-min', 'The idea.\n\n## Done when\n- done\n\n## Going further\nMore.'],
    ['unknown', 'The idea.\n\n## Done when\n- done'],
  ])('are arranged for %s a day', (minutes, text) => {
    expect(arrange(LESSON, partsFor(minutes))).toBe(text);
  });

  it('are skipped if a lesson does not have them', () => {
    expect(arrange('The idea.', ['short', 'lesson', 'stretch'])).toBe('The idea.');
  });
});
