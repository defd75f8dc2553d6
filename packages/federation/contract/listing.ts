import { z } from 'zod';
import { remoteName, remoteVersion } from './descriptor.ts';
import { auditEntry, canary, previewName, releaseId, releaseRow } from './release.ts';

/*
 * How remotes are listed for teams: by a store, by a publishing API and its OpenAPI document, and as clients parse it.
 * A newer publishing API may return more.
 */

/** What a channel points to. */
export const pointed = z.object({
  release: releaseId,
  version: remoteVersion,
  warnings: z.array(z.string()).optional().describe('What its team should know, one sentence each.'),
});

/** A release that only its links show. */
export const previewed = pointed.extend({
  name: previewName,
  until: z.iso.datetime(),
  link: z.url().nullable().describe('The address that opens it; null if there is no key to sign it with.'),
});

const listedRelease = z.object({
  ...releaseRow.shape,
  release: releaseId,
  previews: z.array(previewed.pick({ name: true, until: true })).optional(),
});

/** The registry's state of one remote. */
export const listedRemote = z.object({
  name: remoteName,
  stable: pointed.extend({ contract: releaseRow.shape.contract }).nullable(),
  canary: z
    .object({
      ...canary.shape,
      ...pointed.shape,
      judged: z.string().describe('The latest judgement of it, in a sentence.'),
    })
    .nullable(),
  previews: z.array(previewed),
  problem: z.string().nullable().describe('Why edges do not serve what stable or canary points to; null when they do.'),
  previous: z.array(pointed).describe('What stable can be rolled back to, the latest first.'),
  releases: z.array(listedRelease),
});

/** A line of the audit log. */
export const listedAction = z.object({ ...auditEntry.shape, what: z.string(), channel: z.string() });

export type Pointed = z.infer<typeof pointed>;
export type Previewed = z.infer<typeof previewed>;
export type ListedRemote = z.infer<typeof listedRemote>;
export type ListedAction = z.infer<typeof listedAction>;
