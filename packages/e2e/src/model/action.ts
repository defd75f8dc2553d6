import fc from 'fast-check';

/** An action of a visitor. `pick` selects one of the options on the screen. */
export type Action =
  | { readonly type: 'answer' | 'change' | 'deep-link'; readonly pick: number }
  | { readonly type: 'arrow' | 'back' | 'forward' | 'reload' | 'offline' | 'online' };

export interface Walk {
  readonly start: number;
  readonly actions: readonly Action[];
}

const picking = (type: 'answer' | 'change' | 'deep-link') => fc.record({ type: fc.constant(type), pick: fc.nat(999) });
const plain = (...types: ('arrow' | 'back' | 'forward' | 'reload' | 'offline' | 'online')[]) =>
  fc.record({ type: fc.constantFrom(...types) });

const anAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: picking('answer') },
  { weight: 2, arbitrary: picking('change') },
  { weight: 5, arbitrary: plain('back', 'back', 'back', 'forward', 'forward', 'arrow') },
  { weight: 3, arbitrary: plain('offline', 'online') },
  { weight: 1, arbitrary: plain('reload') },
  { weight: 1, arbitrary: picking('deep-link') },
);

/** Short walks, because bugs show within a few steps. */
export const aWalk: fc.Arbitrary<Walk> = fc.record({
  start: fc.nat(999),
  actions: fc.array(anAction, { minLength: 6, maxLength: 10 }),
});

export const describeAction = (action: Action): string =>
  'pick' in action ? `${action.type}(${action.pick})` : action.type;
