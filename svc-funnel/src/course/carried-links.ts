import type { CarriedLinks } from '../links/mail-links.ts';
import { PURPOSE_OF } from '../links/renew-links.ts';
import { linkRequestOf } from './compose.ts';
import type { LoadedDelivery } from './load-delivery.ts';
import type { MailKind } from './mail-kind.ts';

/** Which links a mail of each kind carries beside those to the course and to its end; null for a mail without links. */
const CARRIED: Readonly<Record<MailKind, CarriedLinks | null>> = {
  confirmation: { also: ['refund'] },
  lesson: {},
  stopped: {},
  course_link: {},
  refund_request: null,
  withdrawal: null,
  owner_refund_request: null,
  second_order: { also: ['undo'] },
  owner_alert: null,
  owner_second_order: null,
};

/** The links of one mail; null when it has none. A mail that was asked for carries the newest link of what was asked for. */
export function carriedBy({ kind, details }: Pick<LoadedDelivery, 'kind' | 'details'>): CarriedLinks | null {
  if (kind !== 'course_link') return CARRIED[kind];
  const asked = PURPOSE_OF[linkRequestOf(details).purpose];
  return { asked, also: asked === 'refund' ? ['refund'] : [] };
}
