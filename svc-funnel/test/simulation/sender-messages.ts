/** Messages from a sender process to its parent. */
export type FromSender =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'working' }
  | { readonly kind: 'time-set'; readonly time: number }
  | {
      readonly kind: 'accept';
      /** Repeated by the parent's confirmation. */
      readonly requestId: number;
      readonly messageId: string;
      readonly to: string;
      readonly at: number;
    }
  | { readonly kind: 'refused'; readonly messageId: string };

/** Messages to a sender process. */
export type ToSender =
  | { readonly kind: 'begin' }
  | { readonly kind: 'accepted'; readonly requestId: number }
  | {
      readonly kind: 'time';
      readonly now: number;
      /** The probability of dying at each step of a send. */
      readonly sendDeath: number;
      /** The same at each step of queueing. */
      readonly queueDeath: number;
      /** The probability that a mail is refused. */
      readonly failures: number;
    };
