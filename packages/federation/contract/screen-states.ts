import { z } from 'zod';

const screenState = z.strictObject({
  /** What the screen shows in this state: `two selected`. */
  name: z.string().min(1).max(60),
  /** `?session_id=...` if the screen is reached by an address with a query. */
  query: z.string().startsWith('?').optional(),
  /** `#t=...` if the screen is reached by a link in a mail. */
  fragment: z.string().startsWith('#').optional(),
  /** Selectors of the elements to click, one after the other. */
  press: z.array(z.string().min(1)).default([]),
  /** Selector of an element that exists once the state is reached. */
  shows: z.string().min(1).optional(),
  /** Paths to which requests fail meanwhile. */
  refuse: z.array(z.string().startsWith('/')).default([]),
});

/** `screen-states.json` of a remote: its screens' main states by path. Used only in development. */
export const screenStates = z.record(z.string().startsWith('/'), z.array(screenState));

/** The content of the edge's `/__screens.json` in development. */
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
