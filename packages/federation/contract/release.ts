import { releaseName } from '@course/contracts';
import { z } from 'zod';
import { fileName, remoteEntry, remoteName, remoteVersion } from './descriptor.ts';

/** A release's id: the first digits of the SHA-256 of its content. */
export const releaseId = releaseName;

/** A file's SHA-384, as in a script's `integrity` attribute. */
export const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** A public key's id: the first digits of its SHA-256. */
const keyId = z.string().regex(/^[0-9a-f]{16}$/);

/** The name of the file that makes a folder of files a release. */
export const RELEASE_FILE = 'release.json';

export const releasedFile = z.strictObject({
  file: fileName.refine((file) => file !== RELEASE_FILE, `${RELEASE_FILE} cannot list itself`),
  integrity,
  bytes: z.int().nonnegative(),
});

export const commitName = z.string().regex(/^[0-9a-f]{7,64}$/, 'must be the name of a commit such as 3f9c2a1b');

/** Why somebody did something, in their own words. */
export const reason = z.string().max(500, 'must have at most 500 characters');

/** `release.json`: an immutable build of one remote, file by file, signed by its team. */
export const release = z.strictObject({
  remote: remoteName,
  release: releaseId,
  /** The build's own version, a label for people. */
  version: remoteVersion,
  /** The commit that the build was made from; null if unknown. */
  commit: commitName.nullable(),
  /** Sorted by name. */
  files: z.array(releasedFile).min(1).max(2000),
  /** Ed25519, by the key with that id. */
  signature: z.strictObject({ key: keyId, value: z.base64().length(88) }),
});

/** `teams.json` of the store: the keys that may sign each remote's releases. */
export const teams = z.strictObject({
  teams: z.record(remoteName, z.strictObject({ keys: z.record(keyId, z.base64()) })),
});

/**
 * The folder of a release within its remote's: the release's id, or the version under which an earlier format kept it.
 */
const folder = remoteVersion;

/** A preview's name, such as `pr-12`. */
export const previewName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'must be a name such as pr-12');

/** How many releases of a remote may have previews. */
export const PREVIEWS_MAX = 200;

/** How many previews one release may have: the same build is one release, whoever made it. */
export const PREVIEWS_OF_RELEASE_MAX = 50;

export const releaseRow = z.strictObject({
  version: remoteVersion,
  contract: z.int().positive(),
  folder,
  commit: release.shape.commit,
  /** When it was uploaded. */
  at: z.iso.datetime(),
  /** When the last channel stopped pointing to it; null while one does. */
  retiredAt: z.iso.datetime().nullable(),
  /** Why visitors must leave it at once: it was rolled back or aborted. */
  withdrawn: reason.min(1).optional(),
  /** Signed links that show it. Set when a link first shows the release, empty after the last link ends, removed when it goes live. */
  previews: z
    .array(z.strictObject({ name: previewName, until: z.iso.datetime() }))
    .max(PREVIEWS_OF_RELEASE_MAX)
    .optional(),
});

/** An entry of the audit log. */
export const auditEntry = z.strictObject({
  /** Sorts by time. */
  id: z.string().regex(/^[0-9]{17}-[0-9a-f]{12}$/),
  at: z.iso.datetime(),
  who: z.string().min(1).max(100),
  what: z.enum(['publish', 'promote', 'rollback', 'adopt', 'develop', 'canary', 'abort', 'preview', 'end-preview']),
  remote: remoteName,
  channel: z.enum(['stable', 'canary', 'preview']),
  /**
   * What the channel has pointed to since then, or the release that it lost if it points to none; `before`: what it
   * pointed to.
   */
  release: releaseId,
  version: remoteVersion,
  before: releaseId.nullable(),
  why: reason,
});

/** A release that a share of visitors gets instead of `stable`. */
export const canary = z.strictObject({
  release: releaseId,
  /** Of 100 visitors. */
  share: z.number().gt(0).max(100),
  since: z.iso.datetime(),
  /** True if it becomes `stable` automatically once it is judged good. */
  promote: z.boolean(),
});

/** How many earlier releases a remote can be rolled back to. */
export const PREVIOUS_MAX = 50;

const remoteState = z.strictObject({
  channels: z.strictObject({
    stable: releaseId.optional(),
    canary: canary.optional(),
    /** Shown only by signed links. */
    preview: z.array(releaseId).max(PREVIEWS_MAX).optional(),
  }),
  /** Earlier releases of `stable`, the latest first, to which it can be rolled back. */
  previous: z.array(releaseId).max(PREVIOUS_MAX),
  releases: z.record(releaseId, releaseRow),
});

/** `registry.json` of the store: which release each channel of each remote points to. */
export const registry = z.strictObject({
  form: z.literal(2),
  remotes: z.record(remoteName, remoteState),
  /** The change that led to this state, until the audit log has it. */
  change: auditEntry.optional(),
});

/** The registry's first format. */
export const firstRegistry = z.strictObject({
  remotes: z.record(remoteName, remoteEntry.extend({ previous: z.array(remoteEntry).max(50).default([]) })),
});

export type Release = z.infer<typeof release>;
export type ReleasedFile = z.infer<typeof releasedFile>;
export type Teams = z.infer<typeof teams>;
export type Registry = z.infer<typeof registry>;
export type Canary = z.infer<typeof canary>;
export type RemoteState = z.infer<typeof remoteState>;
export type ReleaseRow = z.infer<typeof releaseRow>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type FirstRegistry = z.infer<typeof firstRegistry>;
