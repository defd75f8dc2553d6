import { z } from 'zod';
import { answerKey } from './response.ts';

/** `steps.json`, which a remote's build emits beside `remote.json`: the steps of the funnel that its screens are, for analysts. */
export const remoteSteps = z
  .array(
    z.strictObject({
      key: z.string().min(1).max(64),
      path: z.string().startsWith('/').max(512),
      title: z.string().min(1).max(500),
      /** Key of the question it asks. */
      question: answerKey.nullable(),
      /** Key of the next step. */
      next: z.string().min(1).max(64).nullable(),
      /** Its place, from 1, in the table that the remote was built with. Other remotes' tables may be older. */
      place: z.int().min(1),
    }),
  )
  .max(500);

export type RemoteStepRow = z.infer<typeof remoteSteps>[number];

/** The step of a screen, as its remote declares it beside the screen's path. */
export type RemoteStep = Readonly<Omit<RemoteStepRow, 'path'>>;
