import { declaredFlow } from '@course/contracts';
import { z } from 'zod';

export const remoteName = z.string().regex(/^mf-[a-z][a-z0-9-]{0,40}$/, 'must be a remote name such as mf-quiz');
export const remoteVersion = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$/, 'must be a version such as 1.4.0 or 1.4.0-3f9c2a1b');

const contractNumber = z.int().positive();

const entryAddress = z
  .string()
  .regex(
    /^(\/(?!\/)|https:\/\/)[^\s?#\\]+\/remoteEntry\.js$/,
    'must be a same-origin path or an https address that ends in /remoteEntry.js',
  );

/** Where browsers find a remote, and which build of it they get. */
export const remoteEntry = z.strictObject({ entry: entryAddress, version: remoteVersion, contract: contractNumber });

/** The path of a file within its build. */
export const fileName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_@][A-Za-z0-9._@-]*(\/[A-Za-z0-9_@][A-Za-z0-9._@-]*)*$/, 'must be the plain path of a file')
  .refine((value) => !value.includes('..'), 'must stay inside the build');

/** `remote.json`, which a remote's build writes beside `remoteEntry.js`. File names are relative to it. */
export const remoteDescriptor = z.strictObject({
  name: remoteName,
  version: remoteVersion,
  contract: contractNumber,
  scripts: z.array(fileName),
  styles: z.array(fileName),
  routes: z
    .array(
      z.strictObject({
        path: z.string().startsWith('/'),
        screen: z.string().min(1),
        title: z.string().min(1),
        description: z.string().optional(),
        indexable: z.boolean().default(false),
        private: z.boolean().optional(),
        /** The files of its separate code, which it needs besides those of the whole remote. */
        code: z.strictObject({ scripts: z.array(fileName), styles: z.array(fileName) }).optional(),
        /** The screen as a server would render it, with the specified defaults and no stored answers. */
        html: z.string().min(1),
      }),
    )
    .min(1),
  /** Absent in builds made before flows were declared. */
  flow: declaredFlow.optional(),
});

export type RemoteEntry = z.infer<typeof remoteEntry>;
export type RemoteDescriptor = z.infer<typeof remoteDescriptor>;
