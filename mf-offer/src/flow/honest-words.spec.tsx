// @vitest-environment jsdom
import { OWNER_CONFIG, reviewsHeading, SAMPLE_REVIEW, TESTIMONIALS } from '@course/funnel';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TestimonialList } from '../offer/offer-sections.tsx';
import { scratchCopyOf } from './offer-copy.ts';
import { promoOf, SALES002_COPY } from './sales-copy.ts';

const REAL = TESTIMONIALS.map((testimonial) => ({ ...testimonial, sample: false }));

describe('the discount', () => {
  it('is presented as a won promo code by default', () => {
    expect(JSON.stringify(scratchCopyOf(OWNER_CONFIG))).toMatch(/Woo hoo!.*You won a promo code with 50% off/);
    expect(promoOf(OWNER_CONFIG)).toBe('Your promo code expires in');
  });

  it('is presented as a discount for everybody if the owner chose so', () => {
    const honest = { scratchCard: 'discount' } as const;
    const words = [JSON.stringify(scratchCopyOf(honest)), promoOf(honest)].join();
    expect(words).toContain('50% off every plan, as for everybody');
    expect(words).not.toMatch(/\bwon\b|promo code|Woo hoo/i);
  });
});

describe('reviews', () => {
  it.each([
    ['samples, as specified', false, TESTIMONIALS, 'Real Results'],
    ['samples, if the owner labels them as such', true, TESTIMONIALS, 'What a review could say'],
    ['real ones', true, REAL, 'Real Results'],
  ])('have the right heading: %s', (_case, sampleReviewsHeading, testimonials, heading) => {
    expect(reviewsHeading('Real Results', { sampleReviewsHeading }, testimonials)).toBe(heading);
  });

  it.each([
    ['samples', TESTIMONIALS, TESTIMONIALS.length],
    ['real ones', REAL, 0],
  ])('are marked only if they are samples: %s', (_case, testimonials, marks) => {
    render(<TestimonialList title={SALES002_COPY.testimonials} testimonials={testimonials} />);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Real Results');
    expect(screen.queryAllByText(SAMPLE_REVIEW)).toHaveLength(marks);
  });

  it('have no heading if there are none', () => {
    render(<TestimonialList title={SALES002_COPY.testimonials} testimonials={[]} />);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
