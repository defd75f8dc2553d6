import { table } from '@course/federation/table';

/** One measured figure; without a budget it only informs. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: 's' | 'ms' | 'MB' | 'KB' | 'x' | '';
  readonly budget?: number;
}

const shown = (value: number, unit: string): string =>
  `${Number.isInteger(value) ? value : value.toFixed(unit === 'x' ? 2 : unit === '' ? 3 : 1)} ${unit}`.trim();

const verdict = ({ value, budget }: Measurement): string =>
  budget === undefined ? '' : value <= budget ? 'within' : 'OVER';

/** The figures for a person, each beside its budget. */
export const measurementTable = (measurements: readonly Measurement[]): string =>
  table(
    ['measurement', 'value', 'budget', ''],
    measurements.map((one) => [
      one.name,
      shown(one.value, one.unit),
      one.budget === undefined ? '' : shown(one.budget, one.unit),
      verdict(one),
    ]),
  );
