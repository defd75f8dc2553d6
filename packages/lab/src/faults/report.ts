import { table } from '@course/federation/table';
import { isClean } from './delivery-log.ts';
import type { FaultsReport } from './run-faults.ts';

/** Returns everything that is wrong with a run; nothing for a clean one. */
export const complaintsOf = (report: FaultsReport): readonly string[] => [
  ...(isClean(report)
    ? []
    : [`${report.lostEntries} entries and ${report.lostExits} exits were lost, ${report.wrong} are wrong`]),
  ...(report.duplicates === 0 ? [] : [`${report.duplicates} duplicates`]),
  ...(report.deadLetters === 0 ? [] : [`${report.deadLetters} dead letters`]),
  ...Object.entries(report.unexpected).map(([status, count]) => `${count} responses with status ${status}`),
  ...report.outages.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`)),
];

export const reportTable = (report: FaultsReport): string =>
  table(
    ['measurement', 'value'],
    [
      ['seconds', String(report.seconds)],
      ...Object.entries(report.kills).map(([target, count]) => [`kill -9 of ${target}`, String(count)]),
      ...report.outages.map(({ name, seconds, accepted }) => [
        name,
        `${seconds.toFixed(0)} s, ${accepted} requests accepted`,
      ]),
      ...report.skipped.map((name) => [name, 'skipped']),
      ['requests refused or broken', String(report.refused)],
      ['entries acknowledged', String(report.acknowledgedEntries)],
      ['exits acknowledged', String(report.acknowledgedExits)],
      ['acknowledged - stored', String(report.lostEntries + report.lostExits)],
      ['wrong', String(report.wrong)],
      ['duplicates', String(report.duplicates)],
      ['dead letters', String(report.deadLetters)],
    ],
  );
