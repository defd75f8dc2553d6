import {
  escapeHtml,
  noticePage,
  PREVIEW_END,
  PREVIEW_PATH,
  readPreview,
  type Follower,
  type PageRemote,
  type ShellAssets,
} from '@course/federation/edge';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isHttps } from './addresses.ts';
import { setCookie } from './cookies.ts';
import type { Env } from './env.ts';
import { PREVIEW_COOKIE } from './visit.ts';

/** Why a link opens no preview. */
const REASONS = {
  expired: 'This preview link has expired. Ask its team for a new one.',
  unknown: 'This is not a preview link of ours. Copy it again, to its last character.',
  ended: 'This preview has ended. Ask its team for a new link.',
} as const;

const notice = (reason: keyof typeof REASONS): string =>
  `<main class="host-screen" data-screen="preview" data-reason="${reason}"><h1>No preview here</h1><p>${escapeHtml(REASONS[reason])}</p><a class="host-button" href="/">Go to the site</a></main>`;

interface PreviewSources {
  readonly env: Pick<Env, 'PUBLIC_URL' | 'PREVIEW_KEYS'>;
  readonly releases: Follower;
  readonly shell: ShellAssets;
}

/**
 * Returns the path at which a preview opens: the screen that the link names, else the first one that is not private.
 */
const screenOf = ({ descriptor }: PageRemote, wanted: unknown): string => {
  const routes = descriptor?.routes ?? [];
  const found = routes.find(({ path }) => path === wanted) ?? routes.find((route) => !route.private);
  return found?.path ?? '/';
};

const previewOf = (releases: Follower, remote: string, name: string): PageRemote | undefined =>
  releases
    .live()
    .served.find((known) => known.name === remote)
    ?.previews.get(name);

/** Adds the routes that open and end a preview in the browser that follows its link. Neither is indexed. */
export function addPreviews(app: FastifyInstance, { env, releases, shell }: PreviewSources): void {
  const secure = isHttps(env.PUBLIC_URL);
  const refuse = async (reply: FastifyReply, reason: keyof typeof REASONS): Promise<FastifyReply> => {
    await reply.helmet();
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(noticePage('No preview here', notice(reason), shell));
  };
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
  });

  app.get(PREVIEW_END, (_request, reply) =>
    reply.header('set-cookie', setCookie(PREVIEW_COOKIE, '', { seconds: 0, secure })).redirect('/', 303),
  );
  app.get<{ Params: { '*': string }; Querystring: { screen?: string } }>(`${PREVIEW_PATH}*`, async (request, reply) => {
    const link = request.params['*'];
    const now = new Date();
    const opened = readPreview(env.PREVIEW_KEYS, link, now);
    if (opened === undefined) return refuse(reply, 'unknown');
    if (opened === 'expired') return refuse(reply, 'expired');
    // It may have been published so recently that this edge has not read it yet.
    const shown = previewOf(releases, opened.remote, opened.name) ?? (await reread(opened.remote, opened.name));
    if (!shown) return refuse(reply, 'ended');
    const seconds = Math.floor((opened.until.getTime() - now.getTime()) / 1000);
    return reply
      .header('set-cookie', setCookie(PREVIEW_COOKIE, link, { seconds, secure }))
      .redirect(screenOf(shown, request.query.screen), 303);
  });

  const reread = async (remote: string, name: string): Promise<PageRemote | undefined> => {
    await releases.refresh();
    return previewOf(releases, remote, name);
  };
}
