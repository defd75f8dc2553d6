import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTracking, type BenchProgram } from '../bench/tracking-programs.ts';
import { PROJECT_ROOT } from '@course/ops/paths';
import { withClient } from '@course/ops/postgres/client';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { funnelThroughCopy } from './copy.ts';
import { viewsThroughIngest } from './ingest.ts';
import { prepareMonths } from './prepare-months.ts';
import { awaitViews } from './settle.ts';
import { visitors } from './visitors.ts';
import { writeVisitors } from './write.ts';

const DAYS = 5;
const { signal } = new AbortController();
const crowd = [...visitors({ visitors: 150, days: DAYS, until: Date.now(), seed: 3 })];

let stores: Stores;
let service: BenchProgram;
beforeAll(async () => {
  stores = await freshStores();
  service = await runTracking({ root: PROJECT_ROOT, stores });
});
afterAll(async () => {
  await service.stop();
  await stores.stop();
});

interface StoredView {
  readonly session_id: string;
  readonly page_path: string;
  readonly entered_at: number;
  readonly exited_at: number | null;
  readonly visible: number | null;
  readonly total: number | null;
  readonly variant: string | null;
  readonly is_bot: boolean;
}

const inOrder = (views: readonly StoredView[]): readonly StoredView[] =>
  views.toSorted((one, other) => one.session_id.localeCompare(other.session_id) || one.entered_at - other.entered_at);

/** The table keeps seconds with single precision. */
const near = (seconds: number | null) => (seconds === null ? null : expect.closeTo(seconds, 2));

it('sends page views through the service, which stores them as they were made', async () => {
  const written = await withClient(stores.databaseUrl, async (client) => {
    await prepareMonths(client, DAYS);
    const write = funnelThroughCopy(client, viewsThroughIngest(`http://127.0.0.1:${service.port}`, signal));
    const sum = await writeVisitors({ visitors: crowd, write, onProgress: () => undefined, signal });
    await awaitViews(client, sum.views, signal);
    return sum;
  });
  const { rows } = await withClient(stores.databaseUrl, (client) =>
    client.query<StoredView>(`
      select session_id, page_path, extract(epoch from entered_at)::float8 * 1000 as entered_at, extract(epoch from exited_at)::float8 * 1000 as exited_at,
        time_spent_seconds::float8 as visible, total_seconds::float8 as total, variant, is_bot
      from tracking.page_views`),
  );
  const made = crowd.flatMap(({ session, views, isBot }) =>
    views.map(({ pagePath, enteredAt, exit }) => ({
      session_id: session.id,
      page_path: pagePath,
      entered_at: enteredAt,
      exited_at: exit?.at ?? null,
      visible: exit?.visibleSeconds ?? null,
      total: exit?.totalSeconds ?? null,
      variant: session.variant,
      is_bot: isBot,
    })),
  );
  expect(written).toMatchObject({ visitors: crowd.length, views: made.length });
  expect(made.some(({ is_bot: isBot }) => isBot)).toBe(true);
  expect(inOrder(rows)).toEqual(
    inOrder(made).map((view) => ({ ...view, visible: near(view.visible), total: near(view.total) })),
  );
});

it('says why the service refuses', async () => {
  const send = viewsThroughIngest(`http://127.0.0.1:${service.port}`, signal);
  const [one] = crowd.filter(({ views }) => views.length > 0);
  if (!one) throw new Error('nobody came');
  await expect(send([{ ...one, session: { ...one.session, id: 'nobody' } }])).rejects.toThrow(/refused a page view/);
});
