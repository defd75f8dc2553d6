// The single entry of the card code, so that it becomes one chunk.
export { CardCheckout } from './card-checkout.tsx';
export { loadStripeOnce } from './load-stripe.ts';
export { Sheet } from '@course/ui/sheet';
