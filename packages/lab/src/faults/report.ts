import { table } from '@course/federation/table';
import { isClean } from './delivery-log.ts';
import type { FaultsReport } from './run-faults.ts';

/** Everything that a clean run must not have; empty when it is clean. */
export const complaintsOf = (report: FaultsReport): readonly string[] => [
  ...(isClean(report)
    ? []
    : [`${report.lostEntries} entries and ${report.lostExits} exits were lost, ${report.wrong} are wrong`]),
  ...(report.duplicates === 0 ? [] : [`${report.duplicates} duplicates`]),
  ...(report.deadLetters === 0 ? [] : [`${report.deadLetters} dead letters`]),
  ...Object.entries(report.unexpected).map(([status, count]) => `${count} answers with status ${status}`),
  ...report.outages.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`)),
];

export const reportTable = (report: FaultsReport): string =>
  table(
    ['measurement', 'value'],
    [
      ['seconds', String(report.seconds)],
      ...Object.entries(report.kills).map(([victim, count]) => [`kill -9 of ${victim}`, String(count)]),
      ...report.outages.map(({ name, seconds, taken }) => [name, `${seconds.toFixed(0)} s, ${taken} calls taken`]),
      ...report.skipped.map((name) => [name, 'skipped']),
      ['calls refused or broken', String(report.refused)],
      ['entries acknowledged', String(report.acknowledgedEntries)],
      ['exits acknowledged', String(report.acknowledgedExits)],
      ['acknowledged - stored', String(report.lostEntries + report.lostExits)],
      ['wrong', String(report.wrong)],
      ['duplicates', String(report.duplicates)],
      ['dead letters', String(report.deadLetters)],
    ],
  );
