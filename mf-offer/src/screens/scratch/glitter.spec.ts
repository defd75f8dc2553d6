import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { glitterOn } from './glitter.ts';

class FakeSpark extends EventTarget {
  className = '';
  readonly style = { left: '', top: '' };
  remove = vi.fn();
}

let sparks: FakeSpark[];
beforeEach(() => {
  sparks = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { createElement: () => new FakeSpark() });
});
afterEach(() => void vi.useRealTimers());

const card = { append: (spark: FakeSpark) => sparks.push(spark) } as unknown as HTMLElement;

it('emits sparks where the card is scratched', () => {
  glitterOn(card, 'spark', () => 0.5)(40, 60);
  expect(sparks.map(({ className, style }) => [className, style])).toEqual([['spark', { left: '40px', top: '60px' }]]);
});

it('limits the number of sparks, and removes those whose animation has ended', () => {
  const glitter = glitterOn(card, 'spark', () => 0.5);
  const scratch = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      glitter(time, time);
      vi.advanceTimersByTime(50);
    }
  };
  scratch(40);
  expect(sparks).toHaveLength(12);
  sparks[0]!.dispatchEvent(new Event('animationend'));
  expect(sparks[0]!.remove).toHaveBeenCalled();
  scratch(40);
  expect(sparks).toHaveLength(13);
});
