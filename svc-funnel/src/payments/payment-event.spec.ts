import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { HANDLED_TYPES } from './payment-event.ts';

const GUIDE = path.resolve(import.meta.dirname, '../../../docs/owner.md');

it("handles exactly the events that the owner's guide lists", () => {
  const [, section = ''] = /\n## Stripe\n([^]*?)\n## /.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const listed = [...section.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, type]) => type);
  expect(listed.toSorted()).toEqual(HANDLED_TYPES.toSorted());
});
