// @vitest-environment jsdom
import { TESTIMONIALS } from '@course/funnel';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROCESSING_COPY } from '../../flow/later-copy.ts';
import { type QuizStep, STEPS } from '../../flow/steps.ts';
import { Processing, PROCESSING_MS } from './processing.tsx';

const TICK_MS = 50;
const step = STEPS.find((candidate): candidate is QuizStep<'processing'> => candidate.kind === 'processing')!;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

function renderProcessing() {
  const onContinue = vi.fn();
  const { container } = render(<Processing step={step} answers={{}} onAnswer={() => {}} onContinue={onContinue} />);
  const pause = screen.getByRole('button', { name: PROCESSING_COPY.pause });
  const ring = screen.getByRole('progressbar');
  const status = screen.getByRole('status');
  return {
    onContinue,
    drawn: () => container.querySelector('[stroke-dasharray]')?.getAttribute('stroke-dasharray'),
    percent: () => ring.getAttribute('aria-valuenow'),
    story: () => container.querySelector('blockquote')?.textContent,
    announced: () => status.textContent,
    togglePause: () => fireEvent.click(pause),
    isPaused: () => pause.getAttribute('aria-pressed'),
  };
}

describe('/processing', () => {
  it('closes its ring in 8 s in ticks of 50 ms, changes the testimonial every 3 s and then continues once', () => {
    const { drawn, percent, story, onContinue } = renderProcessing();
    expect([drawn(), percent()]).toEqual(['0 100', '0']);
    pass(49);
    expect(drawn()).toBe('0 100');
    pass(1);
    expect(drawn()).toBe('0.625 100');
    pass(2_900);
    expect(drawn()).toBe(`${2_950 / 80} 100`);
    expect(story()).toBe(TESTIMONIALS[0]!.text);
    pass(50);
    expect(story()).toBe(TESTIMONIALS[1]!.text);
    pass(2_950);
    expect(story()).toBe(TESTIMONIALS[1]!.text);
    pass(50);
    expect(story()).toBe(TESTIMONIALS[2]!.text);
    pass(1_950);
    expect([percent(), onContinue.mock.calls.length]).toEqual(['99', 0]);
    pass(50);
    expect([drawn(), percent(), onContinue.mock.calls.length]).toEqual(['100 100', '100', 1]);
    pass(PROCESSING_MS);
    expect(onContinue).toHaveBeenCalledOnce();
  });

  it('announces only each quarter', () => {
    const { announced } = renderProcessing();
    const changes = [announced()];
    for (let elapsed = 0; elapsed < PROCESSING_MS; elapsed += TICK_MS) {
      pass(TICK_MS);
      if (announced() !== changes.at(-1)) changes.push(announced());
    }
    expect(changes).toEqual(['', ...[25, 50, 75, 100].map(PROCESSING_COPY.done)]);
  });

  it('keeps its testimonial while paused, and the ring goes on', () => {
    const { story, percent, togglePause, isPaused, onContinue } = renderProcessing();
    pass(500);
    const shown = story();
    togglePause();
    expect(isPaused()).toBe('true');
    for (let second = 0; second < 4; second += 1) {
      pass(1_000);
      expect(story()).toBe(shown);
    }
    expect(percent()).toBe('56');
    togglePause();
    expect(isPaused()).toBe('false');
    expect(story()).toBe(TESTIMONIALS[1]!.text);
    pass(1_500);
    expect(story()).toBe(TESTIMONIALS[2]!.text);
    pass(2_000);
    expect(onContinue).toHaveBeenCalledOnce();
  });
});
