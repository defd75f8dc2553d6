/** What a sender tells its parent. */
export type FromSender =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'working' }
  | { readonly kind: 'told'; readonly time: number }
  | {
      readonly kind: 'accept';
      readonly ask: number;
      readonly messageId: string;
      readonly to: string;
      readonly at: number;
    }
  | { readonly kind: 'refused'; readonly messageId: string };

/** What it is told: the time and how likely it dies (at each step of a send, of queueing) and how often a mail is refused. */
export type ToSender =
  | { readonly kind: 'begin' }
  | { readonly kind: 'answer'; readonly ask: number }
  | {
      readonly kind: 'time';
      readonly now: number;
      readonly sendDeath: number;
      readonly queueDeath: number;
      readonly failures: number;
    };
