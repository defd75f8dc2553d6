import { arrivals, periodOf } from './arrivals.ts';
import { answerTo } from './answer.ts';
import { crawl } from './bot.ts';
import { checkoutOf } from './buying.ts';
import { BOTS, CAMPAIGNS, ENTRIES, NAMES, TIME_ZONES, type CampaignKey, type EntryKey } from './distributions.ts';
import { seededSessionId } from './ids.ts';
import { seededRandom, type Random } from '@course/test-kit/seeded-random';
import { asOf } from './as-of.ts';
import type { SeededSession, Traits, Visitor } from './visitor.ts';
import { walk, type Stop } from './walk.ts';

export interface VisitorsOptions {
  readonly visitors: number;
  /** The number of days before `until` within which they arrive. */
  readonly days: number;
  /** In ms since 1970. Nothing happens after it. */
  readonly until: number;
  /** An integer from 0 to 2^32 - 1. The same options yield the same visitors byte for byte. */
  readonly seed: number;
}

const weightsOf = <Key extends string>(all: Readonly<Record<Key, { readonly weight: number }>>): Record<Key, number> =>
  Object.fromEntries(Object.entries<{ weight: number }>(all).map(([key, { weight }]) => [key, weight])) as Record<
    Key,
    number
  >;

const ENTRY_WEIGHTS = weightsOf<EntryKey>(ENTRIES);
const CAMPAIGN_WEIGHTS = weightsOf<CampaignKey>(CAMPAIGNS);

const traitsOf = (random: Random): Traits => ({
  isBot: random.chance(BOTS.share),
  entry: random.weighted(ENTRY_WEIGHTS),
  campaign: random.weighted(CAMPAIGN_WEIGHTS),
});

const utmOf = (key: CampaignKey): SeededSession['utm'] => {
  const campaign = CAMPAIGNS[key];
  return 'source' in campaign ? { source: campaign.source, medium: campaign.medium, campaign: key } : null;
};

const newSession = ({ entry, campaign }: Traits, createdAt: number, random: Random): SeededSession => ({
  id: seededSessionId(createdAt, random),
  createdAt,
  updatedAt: createdAt,
  variant: `entry=${entry}`,
  timeZone: random.weighted(TIME_ZONES),
  utm: utmOf(campaign),
  email: null,
  name: null,
  completedAt: null,
});

/** Returns an address derived from the random end of the session id, so as unique as that. */
const addressOf = (sessionId: string): string =>
  `visitor-${Buffer.from(sessionId.slice(-12)).toString('hex')}@seed.invalid`;

/** Adds to a session what is known once the visitor has continued from its pages. */
const withProgress = (session: SeededSession, stops: readonly Stop[], random: Random): SeededSession => {
  const passed = (kind: string): Stop | undefined =>
    stops.find(({ step, leaving }) => step.kind === kind && leaving !== 'away');
  const named = passed('name');
  return {
    ...session,
    updatedAt: stops.at(-1)?.leftAt ?? session.createdAt,
    email: passed('email') ? addressOf(session.id) : null,
    name: named ? random.weighted(NAMES) : null,
    completedAt: named?.leftAt ?? null,
  };
};

const person = (traits: Traits, session: SeededSession, random: Random): Visitor => {
  const stops = [...walk(traits, session.createdAt, random)];
  const answered = stops.filter(({ leaving }) => leaving !== 'away');
  const answers = answered.flatMap(({ step, leftAt }) =>
    'asks' in step ? [{ questionKey: step.asks, value: answerTo(step, random), at: leftAt }] : [],
  );
  const offer = stops.find(({ step }) => step.kind === 'sales002');
  return {
    session: withProgress(session, stops, random),
    answers,
    views: stops.map(({ view }) => view),
    checkout: offer ? checkoutOf(offer, random) : null,
    isBot: false,
  };
};

const bot = (session: SeededSession, random: Random): Visitor => ({
  session: { ...session, utm: null },
  answers: [],
  views: crawl(session.createdAt, random),
  checkout: null,
  isBot: true,
});

/** Yields believable visitors, the earliest first, one at a time, so that a million need no more memory than one. */
export function* visitors({ visitors: count, days, until, seed }: VisitorsOptions): Generator<Visitor> {
  const random = seededRandom(seed);
  for (const arrivedAt of arrivals(count, periodOf(days, until), random)) {
    const traits = traitsOf(random);
    const session = newSession(traits, arrivedAt, random);
    yield asOf(traits.isBot ? bot(session, random) : person(traits, session, random), until);
  }
}
