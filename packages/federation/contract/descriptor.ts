import { declaredFlow } from '@course/contracts';
import { z } from 'zod';

export const remoteName = z.string().regex(/^mf-[a-z][a-z0-9-]{0,40}$/, 'must be a remote name such as mf-quiz');
export const remoteVersion = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$/, 'must be a version such as 1.4.0 or 1.4.0-3f9c2a1b');

const entryAddress = z
  .string()
  .regex(
    /^(\/(?!\/)|https:\/\/)[^\s?#\\]+\/remoteEntry\.js$/,
    'must be a same-origin path or an https address that ends in /remoteEntry.js',
  );

const registryEntry = z.strictObject({ entry: entryAddress, version: remoteVersion, contract: z.int().positive() });

/** The runtime registry: which build of each remote is live. Changing it is publishing; nothing else is. */
export const registry = z.strictObject({
  remotes: z.record(remoteName, registryEntry.extend({ previous: z.array(registryEntry).max(50).default([]) })),
});

const fileName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._/-]*$/)
  .refine((value) => !value.includes('..'), 'must stay inside the build');

/** `remote.json`, which a remote's build emits beside `remoteEntry.js`. File names are relative to it. */
export const remoteDescriptor = z.strictObject({
  name: remoteName,
  version: remoteVersion,
  contract: z.int().positive(),
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
        /** The screen as the server would render it, with the specified defaults and no stored answer. */
        html: z.string().min(1),
      }),
    )
    .min(1),
  /** Absent in builds of before declarations. */
  flow: declaredFlow.optional(),
});

export type Registry = z.infer<typeof registry>;
export type RegistryEntry = z.infer<typeof registryEntry>;
export type RemoteDescriptor = z.infer<typeof remoteDescriptor>;
