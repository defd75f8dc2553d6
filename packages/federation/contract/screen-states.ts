import { z } from 'zod';

const screenState = z.strictObject({
  /** What the screen shows then: `two selected`. */
  name: z.string().min(1).max(60),
  /** `?session_id=...` where an address with a query leads to the screen. */
  query: z.string().startsWith('?').optional(),
  /** What the address ends with: `#t=...` where a mail's link leads to the screen. */
  fragment: z.string().startsWith('#').optional(),
  /** Selectors of what to press, one after the other. */
  press: z.array(z.string().min(1)).default([]),
  /** Selector of what is there once the state is reached. */
  shows: z.string().min(1).optional(),
  /** Addresses whose requests fail meanwhile. */
  refuse: z.array(z.string().startsWith('/')).default([]),
});

/** `screen-states.json` of a remote: its screens' main states by path. Looked at in development only. */
export const screenStates = z.record(z.string().startsWith('/'), z.array(screenState));

/** What `/__screens.json` of the edge lists in development. */
export const shownScreens = z.array(
  z.strictObject({
    owner: z.string(),
    path: z.string().startsWith('/'),
    title: z.string(),
    states: z.array(screenState),
  }),
);

export type ScreenStates = z.infer<typeof screenStates>;
export type ShownScreens = z.infer<typeof shownScreens>;
export type ShownScreen = ShownScreens[number];
