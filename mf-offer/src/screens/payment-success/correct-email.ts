import { HttpError, send } from '@course/platform';
import { readStatus, type CheckoutFacts } from './checkout-status.ts';

/**
 * `undeliverable`: no mail can reach the address. `fixed`: it can no longer be changed here. `failed`: a retry may help.
 */
type Refused = 'undeliverable' | 'fixed' | 'failed';

export type Corrected = { readonly kind: 'done'; readonly facts: CheckoutFacts } | { readonly kind: Refused };

const refusedBy = (error: unknown): Refused => {
  if (!(error instanceof HttpError)) return 'failed';
  if (error.code === 'undeliverable_address') return 'undeliverable';
  return error.code === 'address_fixed' || error.status === 404 ? 'fixed' : 'failed';
};

/** Changes the address that the emails of a checkout go to. Never throws. */
export async function correctEmail(checkoutId: string, email: string, post: typeof send = send): Promise<Corrected> {
  try {
    return {
      kind: 'done',
      facts: readStatus(await post('POST', `/api/checkout-sessions/${encodeURIComponent(checkoutId)}/email`, { email }))
        .facts,
    };
  } catch (error) {
    return { kind: refusedBy(error) };
  }
}
