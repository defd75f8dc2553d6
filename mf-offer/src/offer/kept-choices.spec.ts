import { beforeEach, expect, it, vi } from 'vitest';
import { keepChoices, keptChoices } from './kept-choices.ts';

let session = '';
vi.mock('@course/platform', () => ({ readRaw: () => session }));
beforeEach(() => {
  session = crypto.randomUUID();
});

it('keeps what was chosen on each page for itself', () => {
  keepChoices('sales', { ticked: true });
  keepChoices('sales', { endsAt: 5 });
  keepChoices('sales002', { ticked: false });
  expect([keptChoices('sales'), keptChoices('sales002')]).toMatchObject([
    { ticked: true, endsAt: 5 },
    { ticked: false },
  ]);
});

it('keeps nothing for the next visitor of this device', () => {
  keepChoices('sales', { ticked: true });
  session = 'another';
  expect(keptChoices('sales')).toEqual({});
  keepChoices('sales', { endsAt: 5 });
  expect(keptChoices('sales').ticked).toBeUndefined();
});
