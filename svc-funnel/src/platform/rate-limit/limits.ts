export { callerOf } from '@course/contracts/client-address';

interface Window {
  readonly points: number;
  readonly seconds: number;
}

interface Limit {
  readonly perSession: Window;
  /** Wider than a session's: an office or a mobile carrier shares one address. */
  readonly perAddress: Window;
}

/** How often one visitor may call. The quiz itself is 21 answers in about two minutes. */
export const LIMITS = {
  sessions: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 300, seconds: 60 } },
  responses: { perSession: { points: 120, seconds: 60 }, perAddress: { points: 1200, seconds: 60 } },
  refusedWrites: { perSession: { points: 60, seconds: 600 }, perAddress: { points: 300, seconds: 600 } },
  // Card testers open checkouts by the hundred; a visitor opens a handful.
  checkout: { perSession: { points: 30, seconds: 600 }, perAddress: { points: 150, seconds: 600 } },
  checkoutState: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 300, seconds: 60 } },
  /** Each one sends a mail to an address that somebody typed. */
  correctEmail: { perSession: { points: 10, seconds: 3600 }, perAddress: { points: 60, seconds: 3600 } },
  courseLink: { perSession: { points: 60, seconds: 600 }, perAddress: { points: 300, seconds: 600 } },
  course: { perSession: { points: 300, seconds: 60 }, perAddress: { points: 1200, seconds: 60 } },
  newLink: { perSession: { points: 10, seconds: 3600 }, perAddress: { points: 30, seconds: 3600 } },
  /** Counted by email address, known or not: nobody's inbox is filled, and no link is ended again and again. */
  newLinkToEmail: { perSession: { points: 3, seconds: 3600 }, perAddress: { points: 3, seconds: 3600 } },
  refundRequest: { perSession: { points: 60, seconds: 600 }, perAddress: { points: 300, seconds: 600 } },
  secondOrder: { perSession: { points: 60, seconds: 600 }, perAddress: { points: 300, seconds: 600 } },
  /** Counted for unknown tokens only: a mail provider unsubscribes many readers from one address. */
  unknownLink: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 60, seconds: 60 } },
  /** Counted for refused signatures only. */
  webhookSignature: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 60, seconds: 60 } },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type Scope = keyof Limit;
