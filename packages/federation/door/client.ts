import { z } from 'zod';
import { auditEntry, RELEASE_FILE } from '../contract/release.ts';
import { Failure } from '../registry/failure.ts';
import {
  ReleaseKnown,
  type ListedRemote,
  type Pointed,
  type Previewed,
  type Releases,
  type Upload,
} from '../registry/releases.ts';
import type { DoorErrorCode } from './errors.ts';
import { UPLOAD_LIMITS } from './read-upload.ts';

const problem = z.object({ code: z.string(), message: z.string() });

/** For a call to be answered, in ms: a slow line needs this long for a large release. */
const ANSWER_MS = 120_000;

export interface DoorAddress {
  readonly url: string;
  readonly token: string;
}

const KNOWN: DoorErrorCode = 'release_known';

/** The actions by way of a door, for one remote: that of the token. Refusals are its own sentences. */
export const doorReleases = ({ url, token }: DoorAddress): Releases => {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Failure(`${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return body;
    const told = problem.safeParse(body);
    if (!told.success)
      throw new Failure(`${url} answered ${response.status}. Is it the address of the releases' door?`);
    throw told.data.code === KNOWN ? new ReleaseKnown(told.data.message) : new Failure(told.data.message);
  };
  const post = (path: string, body: object): Promise<unknown> =>
    call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  const send = async (path: string, { release, files }: Upload, fields: Readonly<Record<string, string>>) => {
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes > UPLOAD_LIMITS.totalBytes || files.size > UPLOAD_LIMITS.files)
      throw new Failure(`${release.remote} has ${files.size} files of ${bytes} bytes together: too many to upload.`);
    // A door that refuses an upload closes the line while it is still sent, and its sentence is lost.
    await call('/v1/remotes');
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('files', new Blob([JSON.stringify(release)]), RELEASE_FILE);
    for (const [file, body] of files) form.append('files', new Blob([new Uint8Array(body)]), file);
    return call(`/v1/remotes/${release.remote}/${path}`, { method: 'POST', body: form });
  };
  const act = async (remote: string, action: string, body: object): Promise<Pointed> =>
    (await post(`/v1/remotes/${remote}/${action}`, body)) as Pointed;

  return {
    list: async (remote) => {
      const remotes = (await call('/v1/remotes')) as ListedRemote[];
      return remotes.filter(({ name }) => remote === undefined || name === remote);
    },
    publish: async (upload, { why }, canary) =>
      (await send('releases', upload, {
        why,
        ...(canary && { share: String(canary.share), promote: String(canary.promote) }),
      })) as Pointed,
    promote: (remote, wanted, { why }) => act(remote, 'promote', { ...(wanted && { release: wanted }), why }),
    rollback: (remote, wanted, { why }) => act(remote, 'rollback', { ...(wanted && { release: wanted }), why }),
    canary: (remote, wanted, target, { why }) => act(remote, 'canary', { release: wanted, ...target, why }),
    abort: (remote, { why }) => act(remote, 'abort', { why }),
    preview: async (upload, { name, days }, { why }) =>
      (await send('preview', upload, { why, name, days: String(days) })) as Previewed,
    endPreview: (remote, name, { why }) => act(remote, 'end-preview', { name, why }),
    audit: async (remote) => {
      if (remote === undefined) throw new Failure('Name a remote, such as mf-quiz.');
      return z.array(auditEntry).parse(await call(`/v1/remotes/${remote}/audit`));
    },
  };
};
