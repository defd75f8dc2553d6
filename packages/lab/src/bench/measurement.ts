import { table } from '@course/federation/table';

/** A measured figure. Without a budget it is only for information. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: 's' | 'ms' | 'MB' | 'KB' | 'x' | '';
  readonly budget?: number;
}

const format = (value: number, unit: string): string =>
  `${Number.isInteger(value) ? value : value.toFixed(unit === 'x' ? 2 : unit === '' ? 3 : 1)} ${unit}`.trim();

const verdict = ({ value, budget }: Measurement): string =>
  budget === undefined ? '' : value <= budget ? 'within' : 'OVER';

/** Formats the figures as a table, each with its budget. */
export const measurementTable = (measurements: readonly Measurement[]): string =>
  table(
    ['measurement', 'value', 'budget', ''],
    measurements.map((measurement) => [
      measurement.name,
      format(measurement.value, measurement.unit),
      measurement.budget === undefined ? '' : format(measurement.budget, measurement.unit),
      verdict(measurement),
    ]),
  );
