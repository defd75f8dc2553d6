import { OFFER_COPY } from '../flow/sales-copy.ts';
import { Button } from '@course/ui';
import css from './checkout-dialogs.module.css';
import type { CheckoutControl } from './use-checkout.ts';

/** The dialogs over the offer during a checkout: the card form, or the confirmation of a second purchase. */
export function CheckoutDialogs({
  control: { checkout, open, close, hide, fail },
}: {
  readonly control: CheckoutControl;
}) {
  switch (checkout.kind) {
    case 'idle':
    case 'loading':
      return null;
    case 'confirming': {
      const { Dialog } = checkout.modules;
      return (
        <Dialog open onClose={close} title={OFFER_COPY.alreadyPaid.title}>
          <p>{OFFER_COPY.alreadyPaid.text}</p>
          <Button onClick={() => open({ ...checkout.request, again: true })}>{OFFER_COPY.alreadyPaid.confirm}</Button>
          <Button look="quiet" onClick={close}>
            {OFFER_COPY.alreadyPaid.cancel}
          </Button>
        </Dialog>
      );
    }
    case 'open':
    case 'hidden': {
      const { Sheet, CardCheckout, stripe } = checkout.modules;
      return (
        <Sheet open={checkout.kind === 'open'} onDismiss={hide} onClose={close} title={OFFER_COPY.checkoutTitle}>
          <div className={css['card']}>
            <CardCheckout
              key={checkout.clientSecret}
              stripe={stripe}
              clientSecret={checkout.clientSecret}
              onFailed={fail}
            />
          </div>
        </Sheet>
      );
    }
    default:
      return checkout satisfies never;
  }
}
