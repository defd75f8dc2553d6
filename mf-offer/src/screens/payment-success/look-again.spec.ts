import { describe, expect, it } from 'vitest';
import { lookUntilSettled, PAUSES_MS, type Look, type PaymentView } from './look-again.ts';

/** Answers the looks in turn, the last one for ever; counts pauses instead of waiting. */
async function follow(looks: readonly Look[], leavesAfter = Infinity) {
  const views: PaymentView[] = [];
  const pauses: number[] = [];
  let at = 0;
  await lookUntilSettled({
    look: async () => looks[Math.min(at++, looks.length - 1)]!,
    wait: async (ms) => pauses.push(ms) < leavesAfter,
    show: (view) => views.push(view),
  });
  return { views, pauses, last: views.at(-1), looks: at };
}

describe('what becomes of a payment', () => {
  it('is shown at once when it is paid', async () => {
    expect(await follow(['paid'])).toMatchObject({ views: ['paid'], pauses: [] });
  });

  it.each(['closed', 'open'] as const)('is not completed at once when it is %s', async (look) => {
    expect(await follow([look])).toMatchObject({ views: ['closed'], pauses: [] });
  });

  it('is not for this browser to show when the server knows it for another or for none', async () => {
    expect(await follow(['missing'])).toMatchObject({ views: ['elsewhere'], pauses: [] });
  });

  it.each(['refunded', 'disputed'] as const)('is %s at once', async (look) => {
    expect(await follow([look])).toMatchObject({ views: [look], pauses: [] });
  });

  it('is looked at again while it is processing, until it is paid', async () => {
    const { views, pauses } = await follow(['processing', 'processing', 'paid']);
    expect(views).toEqual(['processing', 'processing', 'paid']);
    expect(pauses).toEqual(PAUSES_MS.slice(0, 2));
  });

  it.each([
    ['processing', 'processing'],
    ['unreachable', 'unknown'],
  ] as const)('after enough looks at %s ends as %s', async (look, view) => {
    const { last, looks } = await follow([look]);
    expect(last).toBe(view);
    expect(looks).toBe(PAUSES_MS.length + 1);
  });

  it('survives a server that is away for a moment', async () => {
    expect((await follow(['unreachable', 'paid'])).views).toEqual(['checking', 'paid']);
  });

  it('is not looked at any more once the visitor has left', async () => {
    expect((await follow(['processing'], 1)).looks).toBe(1);
  });

  it('is looked at in growing pauses', () => {
    expect([...PAUSES_MS].sort((a, b) => a - b)).toEqual(PAUSES_MS);
  });
});
