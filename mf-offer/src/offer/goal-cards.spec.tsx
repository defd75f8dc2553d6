// @vitest-environment jsdom
import { RUNTIME_CONFIG_ID, type RuntimeConfig } from '@course/contracts';
import { afterAll, expect, it, vi } from 'vitest';

/** Labels that the quiz declares, as the edge puts them into the page. */
const LABELS = {
  q19: [
    ['buy-house', 'Buy a house'],
    ['help-family', 'Help my family'],
  ],
  q15: [
    ['design', 'Design'],
    ['business', 'Business'],
  ],
} as const;

const page = document.getElementById(RUNTIME_CONFIG_ID)!;
const config = JSON.parse(page.textContent) as RuntimeConfig;
page.textContent = JSON.stringify({ ...config, flow: { ...config.flow, labels: LABELS } });
afterAll(() => void vi.resetModules());

// Spec files share their modules, and the configuration is read once: start with fresh modules, as on a new page.
vi.resetModules();
const { goalCardTexts } = await import('./offer-sections.tsx');

it('shows the specified defaults without an answer', () => {
  expect(goalCardTexts({})).toEqual({ goal: 'Grow wealth', target: 'Vacation' });
  expect(goalCardTexts({ q19: '[]', q15: '[broken' })).toEqual({ goal: 'Grow wealth', target: 'Vacation' });
});

it('shows all chosen labels that the quiz declares, in the order of its options', () => {
  expect(goalCardTexts({ q19: '["help-family","buy-house"]', q15: '["business","design"]' })).toEqual({
    goal: 'Buy a house, Help my family',
    target: 'Design, Business',
  });
});

it('shows an unknown value unchanged', () => {
  expect(goalCardTexts({ q19: '["sail-boat"]', q15: 'gardening' })).toEqual({ goal: 'sail-boat', target: 'gardening' });
});
