import { z } from 'zod';
import { answerKey } from './response.ts';

/** `steps.json`, which a remote's build emits beside `remote.json`: which steps of the funnel its screens are, for analysts. */
export const remoteSteps = z
  .array(
    z.strictObject({
      key: z.string().min(1).max(64),
      path: z.string().startsWith('/').max(512),
      title: z.string().min(1).max(500),
      /** The question that it asks. */
      question: answerKey.nullable(),
      /** Key of the step that it leads to. */
      next: z.string().min(1).max(64).nullable(),
      /** Where it stands in the table that the remote was built with, from 1. Tables of other remotes may be older. */
      place: z.int().min(1),
    }),
  )
  .max(500);

export type RemoteStepRow = z.infer<typeof remoteSteps>[number];

/** Which step of the funnel a screen is, as its remote declares it beside the screen's path. */
export type RemoteStep = Readonly<Omit<RemoteStepRow, 'path'>>;
