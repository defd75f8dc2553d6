// The one door to the card code, so that it is one file in the browser.
export { CardCheckout } from './card-checkout.tsx';
export { loadStripeOnce } from './load-stripe.ts';
export { Sheet } from '@course/ui/sheet';
