import { Failure } from '@course/ops/failure';
import { INGEST_DAYS } from './ingest.ts';
import type { SeedOptions } from './options.ts';
import type { SeedPlace } from './where.ts';

/** Few enough for the service's limit of page views a minute to let them through in some minutes. */
const INGEST_VISITORS = 1000;

export type Route = { readonly through: 'copy' } | { readonly through: 'ingest'; readonly trackingUrl: string };

type Wish = Pick<SeedOptions, 'through' | 'visitors' | 'days'>;

/** Which way page views go: the one that was asked for, else the service's for few and recent ones. Throws when it is closed. */
export const routeOf = ({ through, visitors, days }: Wish, { trackingUrl }: Pick<SeedPlace, 'trackingUrl'>): Route => {
  const isOpen = trackingUrl !== undefined && days <= INGEST_DAYS;
  const wanted = through ?? (isOpen && visitors <= INGEST_VISITORS ? 'ingest' : 'copy');
  if (wanted === 'copy') return { through: 'copy' };
  if (days > INGEST_DAYS)
    throw new Failure(
      `svc-tracking takes page views of at most ${INGEST_DAYS} days back. Say fewer --days, or --through copy.`,
    );
  if (trackingUrl === undefined)
    throw new Failure(
      'There is no running stack whose svc-tracking could take page views. Start it with npm start, or say --through copy.',
    );
  return { through: 'ingest', trackingUrl };
};
