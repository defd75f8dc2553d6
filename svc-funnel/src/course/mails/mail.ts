/** Every kind of mail that the product sends. Also listed in a check constraint of `deliveries`. */
export type MailKind =
  | 'confirmation'
  | 'lesson'
  | 'course_link'
  | 'stopped'
  | 'second_order'
  | 'refund_request'
  | 'withdrawal'
  | 'withdrawal_receipt'
  | 'payment_failed'
  | 'first_step_confirm'
  | 'first_step'
  | 'checkout_reminder'
  | 'owner_alert'
  | 'owner_refund_request'
  | 'owner_second_order'
  | 'owner_withdrawal';

/** A rendered mail: its subject and both of its parts. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
