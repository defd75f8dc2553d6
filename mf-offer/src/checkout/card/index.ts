// The one door to the card code, so that it is one file in the browser.
export { CardCheckout } from './card-checkout.tsx';
export { loadPayments } from './payments.ts';
export { Sheet } from '@course/ui/sheet';
