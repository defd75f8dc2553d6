import fc from 'fast-check';
import type { PageViewEvent } from '../../src/stream/event-lines.ts';

const BASE_MS = Date.UTC(2026, 0, 15);

/** Returns the id of the page view with this number. */
export const idAt = (number: number): string => `019bbee9-4000-7000-8000-${number.toString(16).padStart(12, '0')}`;

const time = fc.integer({ min: 0, max: 100_000 }).map((offset) => BASE_MS + offset);
// Quarters are exact in single precision, which is what the column holds.
const seconds = fc.integer({ min: 0, max: 400 }).map((quarters) => quarters / 4);
const text = fc.constantFrom('a', 'b', 'ä', '\u{1F600}', '\uFFFD', 'A');

const enter = (id: string): fc.Arbitrary<PageViewEvent> =>
  fc.record({
    kind: fc.constant('enter' as const),
    id: fc.constant(id),
    sessionId: text.map((tail) => `session_${tail}`),
    pagePath: text.map((tail) => `/${tail}`),
    enteredAt: time,
    variant: fc.option(text, { nil: undefined }),
    clamped: fc.boolean(),
    isBot: fc.option(fc.constant(true as const), { nil: undefined }),
    isOwner: fc.option(fc.constant(true as const), { nil: undefined }),
    release: fc.option(fc.constantFrom('00000000000000000001', 'f0000000000000000000'), { nil: undefined }),
    isPreview: fc.option(fc.constant(true as const), { nil: undefined }),
  });

const exit = (id: string): fc.Arbitrary<PageViewEvent> =>
  fc.record({
    kind: fc.constant('exit' as const),
    id: fc.constant(id),
    exitedAt: time,
    timeSpentSeconds: seconds,
    totalSeconds: fc.option(seconds, { nil: undefined }),
    clamped: fc.boolean(),
    vitals: fc.option(
      fc.record({ lcpSeconds: seconds, inpSeconds: seconds, cls: seconds, ttfbSeconds: seconds }, { requiredKeys: [] }),
      { nil: undefined },
    ),
  });

/**
 * Any event of one of these page views. Few ids make events collide; entries contradict each other too, so that no
 * order may win.
 */
export const anEvent = (ids: fc.Arbitrary<string>): fc.Arbitrary<PageViewEvent> =>
  ids.chain((id) => fc.oneof(enter(id), exit(id)));

/** Any events of up to `ids` page views, from `first` on. */
export const someEvents = (ids: number, first = 0): fc.Arbitrary<PageViewEvent[]> =>
  fc.array(anEvent(fc.integer({ min: first, max: first + ids - 1 }).map(idAt)), { maxLength: 60 });

/** The same events as they may be read from a stream: some twice, in any order, split into batches. */
export const asRead = (events: readonly PageViewEvent[]): fc.Arbitrary<PageViewEvent[][]> =>
  fc
    .tuple(fc.subarray([...events]), fc.integer({ min: 1, max: 7 }))
    .chain(([twice, size]) =>
      fc
        .shuffledSubarray([...events, ...twice], { minLength: events.length + twice.length })
        .map((order) => inBatches(order, size)),
    );

const inBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
