// @vitest-environment jsdom
import { type Answers, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { act, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { STEPS, type QuizStep } from '../../flow/steps.ts';
import { Profile } from './profile.tsx';

const step = STEPS.find((candidate): candidate is QuizStep<'profile'> => candidate.kind === 'profile')!;

const profile = (change: Partial<OwnerConfig> = {}, answers: Answers = {}) => (
  <Profile
    step={step}
    answers={answers}
    onAnswer={() => {}}
    onContinue={() => {}}
    config={{ ...OWNER_CONFIG, ...change }}
  />
);

const stubReducedMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));
afterEach(() => void vi.unstubAllGlobals());

function renderProfile(change: Partial<OwnerConfig> = {}, answers: Answers = {}) {
  // The counter shows its final value at once.
  stubReducedMotion(true);
  const { container } = render(profile(change, answers));
  return {
    text: () => container.textContent,
    rows: () => screen.getAllByRole('listitem').map((row) => row.textContent),
    marker: () => container.querySelector('circle'),
  };
}

const ANSWERS: Answers = { q16: 'not-ready', q4: 'very-comfortable', q17: 'easy', q8: 'novice', q9: 'weekly' };

describe('/profile', () => {
  it('shows the specified result by default, whatever was answered', () => {
    const { text } = renderProfile({}, ANSWERS);
    for (const words of ['Result: Perfect', '58%', 'Moderate', 'Motivation', 'Limited'])
      expect(text()).toContain(words);
    expect(screen.getByRole('img', { name: 'Moderate' })).toBeTruthy();
  });

  it('shows the measured result if the owner chose so', () => {
    const { text, rows } = renderProfile({ results: 'answers' }, ANSWERS);
    expect(text()).toContain('From your answers');
    expect(text()).not.toMatch(/Perfect|58%/);
    // Motivation 0, confidence 100, focus 67, knowledge 33 of 100.
    expect(text()).toContain('50%');
    expect(screen.getByRole('img', { name: 'Moderate' })).toBeTruthy();
    expect(rows().filter((row) => !/LOW|INTERMEDIATE|HIGH/.test(row))).toEqual([
      'MotivationLow',
      'ConfidenceHigh',
      'FocusHigh',
      'AI KnowledgeLow',
    ]);
  });

  it('has no result without answers, and says so', () => {
    const { text, marker } = renderProfile({ results: 'answers' });
    expect(text()).toContain('Answer the questions');
    expect(text()).not.toMatch(/\d+%(?! more)/);
    expect(marker()).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('links the source of the salary claim once the owner has provided one', () => {
    const source = { title: 'A study of salaries', url: 'https://studies.test/salaries' };
    renderProfile({ salarySource: source });
    expect(screen.getByRole('link', { name: source.title }).getAttribute('href')).toBe(source.url);
  });

  it('shows no source by default', () => {
    const { text } = renderProfile();
    expect(text()).toContain('earn 25% more');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the counter of the score', () => {
  afterEach(() => void vi.useRealTimers());

  /** Renders the screen hidden, as the answer before it does, and shows it 300 ms later. */
  function revealProfile() {
    vi.useFakeTimers();
    stubReducedMotion(false);
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    const { container, rerender } = render(<Activity mode="hidden">{profile()}</Activity>);
    pass(300);
    rerender(<Activity mode="visible">{profile()}</Activity>);
    const marker = () => container.querySelector('g[transform]')?.getAttribute('transform') ?? '';
    return {
      pass,
      count: () => screen.getByText(/^\d+%$/).textContent,
      markerX: () => Number(/^translate\((\S+) 0\)$/.exec(marker())?.[1]),
    };
  }

  it('rises from 0 to 58 in steps of 2 every 20 ms, while the marker moves along', () => {
    const { pass, count, markerX } = revealProfile();
    const positions: number[] = [];
    for (let expected = 0; expected <= 58; expected += 2) {
      expect(count()).toBe(`${expected}%`);
      positions.push(markerX());
      pass(20);
    }
    pass(2_000);
    expect([count(), markerX()]).toEqual(['58%', positions.at(-1)]);
    const moves = positions.slice(1).map((position, index) => (position - positions[index]!).toFixed(2));
    expect(new Set(moves).size).toBe(1);
    expect(positions[1]).toBeGreaterThan(positions[0]!);
  });
});
