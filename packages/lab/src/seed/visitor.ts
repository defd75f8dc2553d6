import type { CampaignKey, EntryKey } from './distributions.ts';

/** Times are in ms since 1970. What had not happened when the seeded period ended is null or not there. */
export interface Visitor {
  readonly session: SeededSession;
  readonly answers: readonly SeededAnswer[];
  readonly checkout: SeededCheckout | null;
  /** In the order of entry; one ends before the next begins. */
  readonly views: readonly SeededView[];
  /** A known crawler: kept and not counted. */
  readonly isBot: boolean;
}

/** Who somebody is, before the first page. */
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
  /** Null for an exit that was lost, and while the visitor is still there. */
  readonly exit: SeededExit | null;
}

export interface SeededExit {
  readonly at: number;
  /** Total time includes hidden tabs. */
  readonly visibleSeconds: number;
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
  /** Null for one that nobody paid. */
  readonly order: SeededOrder | null;
}

export interface SeededOrder {
  readonly id: string;
  readonly paidAt: number;
  readonly refundedCents: number;
  readonly refundedAt: number | null;
}
