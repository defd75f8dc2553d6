import { HttpError, send } from '@course/platform';
import { readStatus, type CheckoutFacts } from './checkout-status.ts';

/** `fixed`: the address can no longer be changed here. `failed`: a retry may help. */
export type Corrected =
  { readonly kind: 'done'; readonly facts: CheckoutFacts } | { readonly kind: 'fixed' | 'failed' };

const isFixed = (error: unknown): boolean =>
  error instanceof HttpError && (error.code === 'address_fixed' || error.status === 404);

/** Changes the address that the emails of a checkout go to. Never throws. */
export async function correctEmail(checkoutId: string, email: string, post: typeof send = send): Promise<Corrected> {
  try {
    return {
      kind: 'done',
      facts: readStatus(await post('POST', `/api/checkout-sessions/${encodeURIComponent(checkoutId)}/email`, { email }))
        .facts,
    };
  } catch (error) {
    return { kind: isFixed(error) ? 'fixed' : 'failed' };
  }
}
