import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listedAction, listedRemote, pointed, previewed, type Pointed } from '../contract/listing.ts';
import type { Actor } from '../registry/audit.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import type { Releases } from '../registry/team-actions.ts';
import type { Upload } from '../registry/uploads.ts';
import { readTokens, tokenOwner, type StoredToken } from '../registry/tokens.ts';
import type { ReleaseStore } from '../store/store.ts';
import { PublishingError } from './errors.ts';
import {
  abortBody,
  canaryBody,
  described,
  endPreviewBody,
  json,
  listQuery,
  params,
  previewFields,
  promoteBody,
  publishFields,
  rollbackBody,
} from './forms.ts';
import { readUpload, UPLOAD_LIMITS } from './read-upload.ts';

/** How many uploads may be in memory at once; others must try again later. */
const MAX_UPLOADS = 3;

const bearerOf = ({ headers }: FastifyRequest): string => {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new PublishingError('token_missing');
  return token;
};

/**
 * Reads and discards an upload, up to the size of the largest one; the server's request timeout limits how long. A client
 * that cannot send all of it may not get the response.
 */
const discard = async ({ raw }: FastifyRequest): Promise<void> => {
  const tooLarge = new AbortController();
  let bytes = 0;
  raw.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > UPLOAD_LIMITS.totalBytes) tooLarge.abort();
  });
  await finished(raw, { signal: tooLarge.signal }).catch(() => undefined);
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that the request was sent with. */
    actor: StoredToken | null;
  }
}

const actorOf = ({ actor }: FastifyRequest, { why }: { readonly why: string }): Actor => {
  if (!actor) throw new PublishingError('token_missing');
  return { who: `${actor.name} (token ${actor.id})`, why };
};

export interface PublishingRoutes {
  readonly store: ReleaseStore;
  readonly releases: Releases;
  /** True if links can be signed. */
  readonly hasPreviews: boolean;
}

/** Adds everything that teams may do, for requests with their token. */
export function addRoutes(app: FastifyInstance, { store, releases, hasPreviews }: PublishingRoutes): void {
  // Before any of the body is read.
  app.addHook('onRequest', async (request) => {
    const owner = tokenOwner(await readTokens(store), bearerOf(request));
    if (!owner) throw new PublishingError('token_unknown');
    request.actor = owner;
    const { remote } = request.params as { remote?: string };
    if (remote !== undefined && remote !== owner.remote) throw new PublishingError('other_remote');
  });

  app.get<{ Querystring: { verify?: string } }>(
    '/v1/remotes',
    { schema: described('The remote that the token opens.', z.array(listedRemote), { querystring: json(listQuery) }) },
    async ({ actor, query }) => releases.list(actor?.remote, { verify: query.verify !== 'false' }),
  );
  app.get<{ Params: { remote: string } }>(
    '/v1/remotes/:remote/audit',
    { schema: described('Who did what, when and why; the latest first.', z.array(listedAction)) },
    async (request) => releases.audit(request.params.remote),
  );
  addUploads(app, { releases, hasPreviews });
  addActions(app, releases);
}

/** Adds the routes that accept the files of a build. */
function addUploads(app: FastifyInstance, { releases, hasPreviews }: Omit<PublishingRoutes, 'store'>): void {
  let uploads = 0;
  /** Reads an upload and acts on it. The upload stays in memory until then. */
  const receive = async <F extends z.ZodType, R>(
    request: FastifyRequest<{ Params: { remote: string } }>,
    form: F,
    act: (upload: Upload, fields: z.infer<F>) => Promise<R>,
  ): Promise<R> => {
    if (uploads >= MAX_UPLOADS) {
      await discard(request);
      throw new PublishingError('busy');
    }
    uploads += 1;
    try {
      const { fields, ...upload } = await readUpload(request, form);
      if (upload.release.remote !== request.params.remote) throw new PublishingError('other_remote');
      return await act(upload, fields);
    } finally {
      uploads -= 1;
    }
  };
  const uploadRoute = (summary: string, ok: z.ZodType, fields: string) => ({
    bodyLimit: UPLOAD_LIMITS.totalBytes,
    schema: described(summary, ok, {
      params: json(params),
      consumes: ['multipart/form-data'],
      description: `A form with each file of the build under its path (at most ${UPLOAD_LIMITS.files} files, ${UPLOAD_LIMITS.totalBytes} bytes), release.json among them, and the fields ${fields}.`,
    }),
  });

  app.post<{ Params: { remote: string } }>(
    '/v1/remotes/:remote/releases',
    uploadRoute(
      'Publishes a signed release: stores it and makes it live, or a canary.',
      pointed,
      '"why"; for a canary "share" (1 to 100 of 100 visitors) and "promote" (true: it becomes live automatically once it is judged good)',
    ),
    async (request) =>
      receive(request, publishFields, (upload, { share, promote, ...fields }) =>
        releases.publish(upload, actorOf(request, fields), share === undefined ? undefined : { share, promote }),
      ),
  );
  app.post<{ Params: { remote: string } }>(
    '/v1/remotes/:remote/preview',
    uploadRoute(
      'Stores a signed release and returns the link that shows it; a preview replaces an earlier one with the same name.',
      previewed,
      `"why", "name" (such as pr-12) and "days" (how long the link is valid, ${PREVIEW_DAYS} by default)`,
    ),
    async (request) => {
      if (!hasPreviews) throw new PublishingError('no_previews');
      return receive(request, previewFields, (upload, fields) =>
        releases.preview(upload, fields, actorOf(request, fields)),
      );
    },
  );
}

/** Adds the routes that point channels to stored releases. */
function addActions(app: FastifyInstance, releases: Releases): void {
  const act = <Body extends { readonly why: string }>(
    action: string,
    { summary, body: form }: { readonly summary: string; readonly body: z.ZodType<Body> },
    run: (remote: string, body: Body, by: Actor) => Promise<Pointed>,
  ): void => {
    app.post<{ Params: { remote: string } }>(
      `/v1/remotes/:remote/${action}`,
      { schema: described(summary, pointed, { params: json(params), body: json(form) }) },
      async (request) => {
        const body = form.parse(request.body);
        return run(request.params.remote, body, actorOf(request, body));
      },
    );
  };
  act(
    'promote',
    { summary: 'Makes a previously uploaded release live, by default the canary.', body: promoteBody },
    (remote, { release }, by) => releases.promote(remote, release, by),
  );
  act(
    'rollback',
    { summary: 'Makes the previous release live again, or the named one.', body: rollbackBody },
    (remote, { release }, by) => releases.rollback(remote, release, by),
  );
  act(
    'canary',
    {
      summary: 'Gives a share of visitors a previously uploaded release, or changes the share.',
      body: canaryBody,
    },
    (remote, { release, share, promote }, by) => releases.canary(remote, release, { share, promote }, by),
  );
  act('abort', { summary: 'Ends the canary; its visitors leave it at once.', body: abortBody }, (remote, _body, by) =>
    releases.abort(remote, by),
  );
  act('end-preview', { summary: 'Ends the preview of that name.', body: endPreviewBody }, (remote, { name }, by) =>
    releases.endPreview(remote, name, by),
  );
}
