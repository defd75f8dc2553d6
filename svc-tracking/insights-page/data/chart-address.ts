import type { ChartName, Days, ExportFormat } from '@course/contracts';
import type { Filters } from '../filters/filters.ts';

export type Extra = Readonly<Record<string, string>>;

/** A request for a chart, without a format. */
export interface ChartRequest<C extends ChartName = ChartName, Q extends Extra = Extra> {
  readonly chart: C;
  readonly query: Q;
}

/** The query of a chart over days, which begin and end in a time zone. */
export type DaysQuery = Extra & Days & Pick<Filters, 'zone'>;

export const requestOf = <C extends ChartName>(
  chart: C,
  { zone, variant }: Pick<Filters, 'zone' | 'variant'>,
  { from, to }: Days,
  extra: Extra = {},
): ChartRequest<C, DaysQuery> => ({
  chart,
  query: { from, to, zone, ...(variant ? { variant } : {}), ...extra },
});

/** Returns the address of the chart's rows, as JSON or as a file. */
export const addressOf = ({ chart, query }: ChartRequest, format?: ExportFormat): string => {
  const search = new URLSearchParams({ ...query, ...(format ? { format } : {}) }).toString();
  return `/api/insights/${chart}${search ? `?${search}` : ''}`;
};
