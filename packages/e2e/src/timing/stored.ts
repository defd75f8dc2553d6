import { rows } from '../stack.ts';
import type { ExpectedView } from './recording.ts';

export interface StoredView {
  readonly path: string;
  /** Ms since 1970. */
  readonly entered: number | null;
  readonly exited: number | null;
  /** Seconds; null is unknown. */
  readonly visible: number | null;
  readonly total: number | null;
  readonly clamped: boolean;
}

/** Returns a session's page views in the order of entry. */
export const storedViews = (session: string): Promise<StoredView[]> =>
  rows<StoredView>(
    `select page_path as path, extract(epoch from entered_at)::float8 * 1000 as entered, extract(epoch from exited_at)::float8 * 1000 as exited,
            time_spent_seconds::float8 as visible, total_seconds::float8 as total, clamped
     from tracking.page_views where session_id = $1 order by id`,
    [session],
  );

/** Returns by how many seconds a stored view differs from the expected one; infinity if a time is unknown. */
export const errorOf = (stored: StoredView, expected: ExpectedView): number =>
  Math.max(
    Math.abs((stored.entered ?? Infinity) - expected.enteredAt) / 1000,
    Math.abs((stored.visible ?? Infinity) - expected.visible),
    Math.abs((stored.total ?? Infinity) - expected.total),
  );
