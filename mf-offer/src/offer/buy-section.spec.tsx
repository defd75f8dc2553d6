// @vitest-environment jsdom
import { IMMEDIATE_PERFORMANCE, OWNER_CONFIG, PLANS } from '@course/funnel';
import { writeRaw } from '@course/platform';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { BuySection } from './buy-section.tsx';

vi.mock('../checkout/checkout-modules.ts', () => ({ loadCheckoutModules: async () => ({}) }));

it.each([
  ['the terms', 'sales', false, new RegExp(OFFER_COPY.terms.before)],
  ['immediate performance', 'sales002', true, IMMEDIATE_PERFORMANCE],
] as const)(
  'shakes only the box that lacks its tick, and explains it until it is ticked: %s',
  (_case, page, askImmediatePerformance, name) => {
    writeRaw('session_id', crypto.randomUUID());
    const config = { ...OWNER_CONFIG, askImmediatePerformance, explainMissingTerms: true };
    render(
      <MemoryRouter>
        <BuySection page={page} plans={PLANS} pricing="discounted" onPrices={() => {}} config={config} />
      </MemoryRouter>,
    );
    const box = screen.getByRole('checkbox', { name });
    fireEvent.click(screen.getByRole('button', { name: OFFER_COPY.getMyPlan }));
    const invalid = screen.getAllByRole('checkbox').filter((other) => other.getAttribute('aria-invalid') === 'true');
    expect(invalid).toEqual([box]);
    expect(document.querySelectorAll('[data-shaking="true"]')).toHaveLength(1);
    expect(document.activeElement).toBe(box);
    expect(screen.getByRole('alert').textContent).toBe(OFFER_COPY.terms.missing);
    fireEvent.click(box);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
