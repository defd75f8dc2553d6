import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { listedAction, listedRemote, pointed, previewed, type Pointed } from '../contract/listing.ts';
import { RELEASE_FILE } from '../contract/release.ts';
import { Failure, messageOf } from '../base/failure.ts';
import { ReleaseKnown, type Releases } from '../registry/team-actions.ts';
import type { Upload } from '../registry/uploads.ts';
import type { PublishingErrorCode } from './errors.ts';
import { UPLOAD_LIMITS } from './read-upload.ts';

const problem = z.object({ code: z.string(), message: z.string() });

/** How long a call may take, in ms: a slow connection needs this long for a large release. */
const TIMEOUT_MS = 120_000;

export interface PublishingApiAddress {
  readonly url: string;
  readonly token: string;
}

const KNOWN: PublishingErrorCode = 'release_known';
const BUSY: PublishingErrorCode = 'busy';

/** For this long, in ms, an upload is sent again while other uploads are in progress. */
const BUSY_MS = 60_000;
const BUSY_PAUSE_MS = 2_000;

/** The publishing API has as many uploads in progress as it accepts. */
class Busy extends Failure {}

/** Returns the actions through a publishing API, for the remote of the token. Refusals have the publishing API's own messages. */
export const releasesOverHttp = ({ url, token }: PublishingApiAddress): Releases => {
  const call = async <F extends z.ZodType>(form: F, path: string, init: RequestInit = {}): Promise<z.infer<F>> => {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Failure(`${url} cannot be reached: ${messageOf(cause)}`);
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) {
      const parsed = form.safeParse(body);
      if (parsed.success) return parsed.data;
      throw new Failure(`${url} responded in an unknown format. Is it a publishing API, of this version?`);
    }
    const error = problem.safeParse(body);
    if (!error.success)
      throw new Failure(`${url} responded with ${response.status}. Is it the address of the publishing API?`);
    const { code, message } = error.data;
    if (code === KNOWN) throw new ReleaseKnown(message);
    throw code === BUSY ? new Busy(message) : new Failure(message);
  };
  const list = ({ verify = true } = {}) =>
    call(z.array(listedRemote), verify ? '/v1/remotes' : '/v1/remotes?verify=false');
  const act = (remote: string, action: string, body: object): Promise<Pointed> =>
    call(pointed, `/v1/remotes/${remote}/${action}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  const send = async <F extends z.ZodType>(
    ok: F,
    path: string,
    { release, files }: Upload,
    fields: Readonly<Record<string, string>>,
  ): Promise<z.infer<F>> => {
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes > UPLOAD_LIMITS.totalBytes || files.size > UPLOAD_LIMITS.files)
      throw new Failure(`${release.remote} has ${files.size} files with ${bytes} bytes in total: too much to upload.`);
    // A publishing API that refuses an upload closes the connection while it is still being sent, and its message is lost.
    await list({ verify: false });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('files', new Blob([JSON.stringify(release)]), RELEASE_FILE);
    for (const [file, body] of files) form.append('files', new Blob([new Uint8Array(body)]), file);
    const giveUpAt = performance.now() + BUSY_MS;
    for (;;) {
      try {
        return await call(ok, `/v1/remotes/${release.remote}/${path}`, { method: 'POST', body: form });
      } catch (error) {
        if (!(error instanceof Busy) || performance.now() > giveUpAt) throw error;
        await pause(BUSY_PAUSE_MS);
      }
    }
  };

  return {
    list: async (remote, options) =>
      (await list(options)).filter(({ name }) => remote === undefined || name === remote),
    publish: (upload, { why }, canary) =>
      send(pointed, 'releases', upload, {
        why,
        ...(canary && { share: String(canary.share), promote: String(canary.promote) }),
      }),
    promote: (remote, wanted, { why }) => act(remote, 'promote', { ...(wanted && { release: wanted }), why }),
    rollback: (remote, wanted, { why }) => act(remote, 'rollback', { ...(wanted && { release: wanted }), why }),
    canary: (remote, wanted, target, { why }) => act(remote, 'canary', { release: wanted, ...target, why }),
    abort: (remote, { why }) => act(remote, 'abort', { why }),
    preview: (upload, { name, days }, { why }) => send(previewed, 'preview', upload, { why, name, days: String(days) }),
    endPreview: (remote, name, { why }) => act(remote, 'end-preview', { name, why }),
    audit: async (remote) => {
      if (remote === undefined) throw new Failure('Name a remote, such as mf-quiz.');
      return call(z.array(listedAction), `/v1/remotes/${remote}/audit`);
    },
  };
};
