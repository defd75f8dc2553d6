/** What a sender tells its parent. */
export type FromSender =
  | { readonly is: 'loaded' }
  | { readonly is: 'working' }
  | { readonly is: 'told'; readonly time: number }
  | {
      readonly is: 'accept';
      readonly ask: number;
      readonly messageId: string;
      readonly to: string;
      readonly at: number;
    }
  | { readonly is: 'refused'; readonly messageId: string };

/** What it is told: the time and how likely it dies (at each step of a send, of queueing) and how often a mail is refused. */
export type ToSender =
  | { readonly is: 'begin' }
  | { readonly is: 'answer'; readonly ask: number }
  | {
      readonly is: 'time';
      readonly now: number;
      readonly sendDeath: number;
      readonly queueDeath: number;
      readonly failures: number;
    };
