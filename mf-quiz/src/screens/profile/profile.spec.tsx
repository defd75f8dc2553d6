// @vitest-environment jsdom
import { type Answers, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { STEPS, type QuizStep } from '../../flow/steps.ts';
import { Profile } from './profile.tsx';

const step = STEPS.find((candidate): candidate is QuizStep<'profile'> => candidate.kind === 'profile')!;

function renderProfile(change: Partial<OwnerConfig> = {}, answers: Answers = {}) {
  // Reduced motion, so that the counter shows its final value at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { container } = render(
    <Profile
      step={step}
      answers={answers}
      onAnswer={() => {}}
      onContinue={() => {}}
      config={{ ...OWNER_CONFIG, ...change }}
    />,
  );
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
