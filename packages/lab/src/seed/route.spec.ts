import { describe, expect, it } from 'vitest';
import { readSeedOptions } from './options.ts';
import { routeOf } from './route.ts';

const trackingUrl = 'http://127.0.0.1:4000';

describe('the way of page views', () => {
  it.each([
    ['few and recent', { visitors: 1000, days: 30, through: undefined }, 'ingest'],
    ['many', { visitors: 1001, days: 30, through: undefined }, 'copy'],
    ['of long ago', { visitors: 10, days: 31, through: undefined }, 'copy'],
    ['many that shall take it', { visitors: 5000, days: 30, through: 'ingest' }, 'ingest'],
    ['few that shall not', { visitors: 10, days: 1, through: 'copy' }, 'copy'],
  ] as const)('of %s', (_who, wish, through) => {
    expect(routeOf(wish, { trackingUrl }).through).toBe(through);
  });

  it('is the table where no service runs', () => {
    expect(routeOf({ visitors: 10, days: 1, through: undefined }, { trackingUrl: undefined })).toEqual({
      through: 'copy',
    });
  });

  it('is refused in a sentence where it is closed', () => {
    expect(() => routeOf({ visitors: 10, days: 31, through: 'ingest' }, { trackingUrl })).toThrow(/at most 30 days/);
    expect(() => routeOf({ visitors: 10, days: 1, through: 'ingest' }, { trackingUrl: undefined })).toThrow(
      /npm start/,
    );
  });
});

describe('options', () => {
  it('have defaults', () => {
    expect(readSeedOptions([])).toEqual({
      visitors: 10_000,
      days: 30,
      seed: 1,
      remove: false,
      yes: false,
      help: false,
    });
  });

  it.each([
    ['--visitors', '0'],
    ['--visitors', 'many'],
    ['--days', '401'],
    ['--days', '1.5'],
    ['--seed', '-1'],
    ['--through', 'pipe'],
    ['--other', '1'],
  ])('%s %s is refused with the usage', (name, value) => {
    expect(() => readSeedOptions([name, value])).toThrow(/npm run seed -- \[options\]/);
  });
});
