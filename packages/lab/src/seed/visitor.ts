import type { CampaignKey, EntryKey } from './distributions.ts';

/** Times are in ms since 1970. What had not happened by the end of the seeded period is null or absent. */
export interface Visitor {
  readonly session: SeededSession;
  readonly answers: readonly SeededAnswer[];
  readonly checkout: SeededCheckout | null;
  /** In the order of entry. Each ends before the next begins. */
  readonly views: readonly SeededView[];
  /** True for a known crawler, which is stored but not counted. */
  readonly isBot: boolean;
}

/** The traits of a visitor, drawn before the first page. */
export interface Traits {
  readonly entry: EntryKey;
  readonly campaign: CampaignKey;
  readonly isBot: boolean;
}

export interface SeededSession {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly variant: string;
  readonly timeZone: string;
  readonly utm: Readonly<Record<string, string>> | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly completedAt: number | null;
}

export interface SeededView {
  readonly id: string;
  readonly pagePath: string;
  readonly enteredAt: number;
  /** Null if the exit was lost or the visitor is still on the page. */
  readonly exit: SeededExit | null;
}

export interface SeededExit {
  readonly at: number;
  readonly visibleSeconds: number;
  /** Includes time in a hidden tab. */
  readonly totalSeconds: number;
}

export interface SeededAnswer {
  readonly questionKey: string;
  readonly value: string;
  readonly at: number;
}

export interface SeededCheckout {
  readonly id: string;
  readonly plan: string;
  readonly amountCents: number;
  readonly openedAt: number;
  /** Null if it was not paid. */
  readonly order: SeededOrder | null;
}

export interface SeededOrder {
  readonly id: string;
  readonly paidAt: number;
  readonly refundedCents: number;
  readonly refundedAt: number | null;
}
