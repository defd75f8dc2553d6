interface Window {
  readonly points: number;
  readonly seconds: number;
}

/**
 * What counts while Redis is away. `memory`: each process by itself. `strict`: likewise, but only a fifth as often, which
 * is still more than a visitor needs. `refuse`: nothing passes.
 */
export type WithoutRedis = 'memory' | 'strict' | 'refuse';

interface Limit {
  readonly perSession: Window;
  /** Wider than a session's: an office or a mobile carrier shares one address. */
  readonly perAddress: Window;
  readonly withoutRedis: WithoutRedis;
}

/** How often one visitor may call. The quiz itself is 21 answers in about two minutes. */
export const LIMITS = {
  sessions: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 300, seconds: 60 }, withoutRedis: 'memory' },
  responses: { perSession: { points: 120, seconds: 60 }, perAddress: { points: 1200, seconds: 60 }, withoutRedis: 'memory' },
  // Card testers open checkouts by the hundred; a visitor opens a handful.
  checkout: { perSession: { points: 30, seconds: 600 }, perAddress: { points: 150, seconds: 600 }, withoutRedis: 'strict' },
  checkoutState: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 300, seconds: 60 }, withoutRedis: 'memory' },
  /** Each one sends a mail to an address that somebody typed. */
  correctEmail: { perSession: { points: 10, seconds: 3600 }, perAddress: { points: 60, seconds: 3600 }, withoutRedis: 'refuse' },
  courseLink: { perSession: { points: 60, seconds: 600 }, perAddress: { points: 300, seconds: 600 }, withoutRedis: 'refuse' },
  course: { perSession: { points: 300, seconds: 60 }, perAddress: { points: 1200, seconds: 60 }, withoutRedis: 'memory' },
  newLink: { perSession: { points: 10, seconds: 3600 }, perAddress: { points: 30, seconds: 3600 }, withoutRedis: 'refuse' },
  /** Counted by email address, known or not: nobody's inbox is filled, and no link is ended again and again. */
  newLinkToEmail: { perSession: { points: 3, seconds: 3600 }, perAddress: { points: 3, seconds: 3600 }, withoutRedis: 'refuse' },
  refundRequest: { perSession: { points: 60, seconds: 600 }, perAddress: { points: 300, seconds: 600 }, withoutRedis: 'refuse' },
  /** Counted for unknown tokens only: a mail provider unsubscribes many readers from one address. */
  unknownLink: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 60, seconds: 60 }, withoutRedis: 'refuse' },
  /** Counted for refused signatures only. */
  webhookSignature: { perSession: { points: 60, seconds: 60 }, perAddress: { points: 60, seconds: 60 }, withoutRedis: 'memory' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type Scope = 'perSession' | 'perAddress';

const V4_MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Full groups of an IPv6 address's first 64 bits; `::` stands for zeros. */
const networkOf = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right].slice(0, 4).join(':');
};

/** What counts as one caller: an IPv4 address, or an IPv6 network of 64 bits, which one household holds whole. */
export const callerOf = (address: string): string => {
  const v4 = V4_MAPPED.exec(address)?.[1];
  if (v4) return v4;
  return address.includes(':') ? networkOf(address.split('%')[0] ?? address) : address;
};
