import { describe, expect, it } from 'vitest';
import { firstLessonAt, isTooLate, knownZone, nextSendTime } from './send-times.ts';

const at = (iso: string): Date => new Date(iso);
const daily = (timeZone: string, hour: number) => ({ timeZone, hour, weekdaysOnly: false, pausedUntil: null });

describe('the next send time', () => {
  it.each<[string, string, string, number, string]>([
    ['later the same day', '2026-05-04T03:00:00Z', 'Europe/Berlin', 7, '2026-05-04T05:00:00Z'],
    ['the day after, once the hour has passed', '2026-05-04T05:00:00Z', 'Europe/Berlin', 7, '2026-05-05T05:00:00Z'],
    [
      'west of Greenwich, where it is still yesterday',
      '2026-05-04T03:00:00Z',
      'America/Los_Angeles',
      7,
      '2026-05-04T14:00:00Z',
    ],
    ['across the end of a year', '2026-12-31T20:00:00Z', 'Europe/Berlin', 7, '2027-01-01T06:00:00Z'],
    ['spring in Berlin: 23 hours later', '2026-03-28T06:00:00Z', 'Europe/Berlin', 7, '2026-03-29T05:00:00Z'],
    ['autumn in Berlin: 25 hours later', '2026-10-24T05:00:00Z', 'Europe/Berlin', 7, '2026-10-25T06:00:00Z'],
    ['spring in New York', '2026-03-07T12:00:00Z', 'America/New_York', 7, '2026-03-08T11:00:00Z'],
    ['autumn in New York', '2026-10-31T11:00:00Z', 'America/New_York', 7, '2026-11-01T12:00:00Z'],
    ['autumn in Sydney, in April', '2026-04-03T20:00:00Z', 'Australia/Sydney', 7, '2026-04-04T21:00:00Z'],
    ['spring in Sydney', '2026-10-02T21:00:00Z', 'Australia/Sydney', 7, '2026-10-03T20:00:00Z'],
    [
      'an hour that is skipped: the moment the clocks skip to',
      '2026-03-28T12:00:00Z',
      'Europe/Berlin',
      2,
      '2026-03-29T01:00:00Z',
    ],
    ['an hour that comes twice: the first', '2026-10-24T12:00:00Z', 'Europe/Berlin', 2, '2026-10-25T00:00:00Z'],
    [
      'an hour that comes twice: not again an hour later',
      '2026-10-25T00:00:00Z',
      'Europe/Berlin',
      2,
      '2026-10-26T01:00:00Z',
    ],
    [
      'Lord Howe moves by half an hour, spring',
      '2026-10-02T20:30:00Z',
      'Australia/Lord_Howe',
      7,
      '2026-10-03T20:00:00Z',
    ],
    ['Lord Howe, autumn', '2026-04-03T20:00:00Z', 'Australia/Lord_Howe', 7, '2026-04-04T20:30:00Z'],
    [
      'Lord Howe, in the half hour that comes twice',
      '2026-04-04T12:00:00Z',
      'Australia/Lord_Howe',
      2,
      '2026-04-04T15:30:00Z',
    ],
    ['Kiritimati, 14 hours ahead', '2026-05-04T16:59:59Z', 'Pacific/Kiritimati', 7, '2026-05-04T17:00:00Z'],
    ['Pago Pago, 11 hours behind', '2026-05-04T18:00:00Z', 'Pacific/Pago_Pago', 7, '2026-05-05T18:00:00Z'],
    ['Kathmandu, at a quarter', '2026-05-04T00:00:00Z', 'Asia/Kathmandu', 7, '2026-05-04T01:15:00Z'],
    ['a midnight that does not exist (Beirut)', '2026-03-28T12:00:00Z', 'Asia/Beirut', 0, '2026-03-28T22:00:00Z'],
    ['seven after a midnight that does not exist', '2026-03-28T12:00:00Z', 'Asia/Beirut', 7, '2026-03-29T04:00:00Z'],
    [
      'a midnight that does not exist (Santiago)',
      '2026-09-05T12:00:00Z',
      'America/Santiago',
      0,
      '2026-09-06T04:00:00Z',
    ],
    [
      'a day that does not exist (Apia, 30 December 2011)',
      '2011-12-29T17:30:00Z',
      'Pacific/Apia',
      7,
      '2011-12-30T17:00:00Z',
    ],
    ['no such zone: UTC', '2026-05-04T03:00:00Z', 'Mars/Olympus', 7, '2026-05-04T07:00:00Z'],
    ['an offset in place of a zone: UTC', '2026-05-04T03:00:00Z', 'UTC+99', 7, '2026-05-04T07:00:00Z'],
  ])('%s', (_, after, zone, hour, expected) => {
    expect(nextSendTime(at(after), daily(zone, hour)).toISOString()).toBe(at(expected).toISOString());
  });

  it.each([
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Asia/Beirut',
    'America/Santiago',
    'Pacific/Chatham',
    'Africa/Cairo',
  ])('comes once on each of 366 days in %s, whatever the hour', (zone) => {
    const calendar = new Intl.DateTimeFormat('sv', { timeZone: zone });
    for (const hour of [0, 7]) {
      const days = new Set<string>();
      let moment = at('2026-01-01T12:00:00Z');
      for (let day = 0; day < 366; day += 1) {
        moment = nextSendTime(moment, daily(zone, hour));
        days.add(calendar.format(moment));
      }
      expect(days.size).toBe(366);
    }
  });
});

describe('the first lesson', () => {
  it.each<[string, string, string, string]>([
    ['at the reader’s hour of the same day', '2026-05-04T03:00:00Z', 'Europe/Berlin', '2026-05-04T05:00:00Z'],
    ['at the next day’s hour', '2026-05-04T06:00:00Z', 'Europe/Berlin', '2026-05-05T05:00:00Z'],
    [
      'ten minutes after a payment just before the hour',
      '2026-05-04T04:55:00Z',
      'Europe/Berlin',
      '2026-05-04T05:05:00Z',
    ],
    ['within 24 hours on a 25-hour day', '2026-10-24T05:30:00Z', 'Europe/Berlin', '2026-10-24T05:40:00Z'],
  ])('goes %s', (_, start, zone, expected) => {
    expect(firstLessonAt(at(start), zone, 7).toISOString()).toBe(at(expected).toISOString());
  });

  it('goes no later than 24 hours and no sooner than ten minutes after the start', () => {
    const start = at('2026-10-20T00:00:00Z').getTime();
    for (let minutes = 0; minutes < 10 * 1440; minutes += 23) {
      for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
        const wait = firstLessonAt(new Date(start + minutes * 60_000), zone, 7).getTime() - start - minutes * 60_000;
        expect(wait).toBeGreaterThanOrEqual(600_000);
        expect(wait).toBeLessThanOrEqual(86_400_000);
      }
    }
  });
});

it('uses the first zone that exists', () => {
  expect(knownZone(undefined, null, 'Nowhere/Land', 'Asia/Tokyo', 'Europe/Berlin')).toBe('Asia/Tokyo');
  expect(knownZone(null)).toBe('UTC');
});

it('sends a late lesson the same day, but not at night', () => {
  expect(isTooLate(at('2026-05-04T05:00:00Z'), at('2026-05-04T16:59:00Z'))).toBe(false);
  expect(isTooLate(at('2026-05-04T05:00:00Z'), at('2026-05-04T17:01:00Z'))).toBe(true);
});
