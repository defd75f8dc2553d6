/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULTS } from '../../filters/filters.ts';
import { AnswersCard } from './answers-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const QUESTIONS = [
  {
    question_key: 'q4',
    question: 'How comfortable are you with technology?',
    answer_value: 'very-comfortable',
    label: 'Very comfortable',
    place: 1,
    declared: true,
  },
];
const ANSWERS = [
  { question_key: 'q4', answer_value: 'very-comfortable', answers: 3, share: 0.75 },
  { question_key: 'q4', answer_value: 'of another release', answers: 1, share: 0.25 },
];

test('shows answers by their labels, and unknown values as they are stored', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({ sql: 'select 1;', rows: address.startsWith('/api/insights/questions') ? QUESTIONS : ANSWERS }),
  );
  render(<AnswersCard filters={DEFAULTS} days={{ from: '2026-11-20', to: '2026-11-21' }} />);
  await screen.findByText('Very comfortable', { selector: '.name' });
  const question = screen.getByRole('region', { name: 'Answers to q4' });
  const texts = (selector: string) => [...question.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts('.name')).toEqual(['Very comfortable', 'of another release']);
  expect(texts('.amount')).toEqual(['3 of 4 (75.0%)', '1 of 4 (25.0%)']);
});
