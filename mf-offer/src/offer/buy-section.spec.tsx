// @vitest-environment jsdom
import { IMMEDIATE_PERFORMANCE, OWNER_CONFIG, PLANS } from '@course/funnel';
import { writeRaw } from '@course/platform';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { BuySection } from './buy-section.tsx';

vi.mock('../checkout/checkout-modules.ts', () => ({ loadCheckoutModules: async () => ({}) }));

it('shakes only the box that lacks its tick, and explains it until it is ticked', () => {
  writeRaw('session_id', crypto.randomUUID());
  const config = { ...OWNER_CONFIG, askImmediatePerformance: true, explainMissingTerms: true };
  render(
    <MemoryRouter>
      <BuySection page="sales002" plans={PLANS} pricing="discounted" onPrices={() => {}} config={config} />
    </MemoryRouter>,
  );
  const begin = screen.getByRole('checkbox', { name: IMMEDIATE_PERFORMANCE });
  fireEvent.click(screen.getByRole('button', { name: OFFER_COPY.getMyPlan }));
  const invalid = screen.getAllByRole('checkbox').filter((box) => box.getAttribute('aria-invalid') === 'true');
  expect(invalid).toEqual([begin]);
  expect(document.querySelectorAll('[data-shaking="true"]')).toHaveLength(1);
  expect(document.activeElement).toBe(begin);
  expect(screen.getByRole('alert').textContent).toBe(OFFER_COPY.terms.missing);
  fireEvent.click(begin);
  expect(screen.queryByRole('alert')).toBeNull();
});
