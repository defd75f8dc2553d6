export const PRICING_ID = 'pricing';

/** Brings the plans into view; the keyboard goes on at their heading. */
export function scrollToPricing(): void {
  const section = document.getElementById(PRICING_ID);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
