import { randomInt } from 'node:crypto';
import { BUCKETS, EDGE_COOKIES } from '@course/contracts';
import {
  chooseReleases,
  hasCanary,
  isPreviewActive,
  readPreview,
  releasesInVisit,
  VISIT_COOKIE,
  type ChosenReleases,
  type Follower,
  type VisitFacts,
} from '@course/federation/edge';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from './addresses.ts';
import { bucketIn, cookieIn, setCookie } from './cookies.ts';
import type { Env } from './env.ts';

/** Decides which visitors get a canary: a number that says nothing about them. */
const BUCKET_COOKIE = 'canary_bucket';
const BUCKET_SECONDS = EDGE_COOKIES.canaryDays * 86_400;

/** Holds the signed part of the preview link that this browser opened. */
export const PREVIEW_COOKIE = 'preview';

/** A visit ends this long after its last page or page view. */
const VISIT_SECONDS = EDGE_COOKIES.visitMinutes * 60;

type VisitEnv = Pick<Env, 'PUBLIC_URL' | 'PREVIEW_KEYS' | 'DEV_RELOAD'>;

/** Chooses the releases that a browser gets, and keeps them in its cookies. */
export interface Visits {
  /** For a page: assigns a bucket to a browser without one while a canary runs. */
  forPage(request: FastifyRequest, reply: FastifyReply): Promise<ChosenReleases>;
  /** For the runtime configuration that the shell fetches later. */
  forConfig(request: FastifyRequest): Promise<ChosenReleases>;
  /** Extends the visit. */
  renew(request: FastifyRequest, reply: FastifyReply): void;
}

export function visitsOf({ PUBLIC_URL, PREVIEW_KEYS, DEV_RELOAD }: VisitEnv, releases: Follower): Visits {
  const secure = isHttps(PUBLIC_URL);

  const previewIn = (cookies: string | undefined): VisitFacts['preview'] => {
    const link = cookieIn(cookies, PREVIEW_COOKIE);
    const preview = link === undefined ? undefined : readPreview(PREVIEW_KEYS, link, new Date());
    return preview === 'expired' ? undefined : preview;
  };
  /** In development, every page uses what is live now. */
  const pinnedReleases = (cookies: string | undefined): readonly string[] =>
    DEV_RELOAD ? [] : releasesInVisit(cookieIn(cookies, VISIT_COOKIE));

  const factsOf = async ({ headers: { cookie } }: FastifyRequest): Promise<VisitFacts> => {
    const pinned = pinnedReleases(cookie);
    await releases.ensureVisit(pinned);
    return { pinned, bucket: bucketIn(cookie, BUCKET_COOKIE), preview: previewIn(cookie) };
  };
  const setVisit = (reply: FastifyReply, value: string): void =>
    void reply.header('set-cookie', setCookie(VISIT_COOKIE, value, { seconds: VISIT_SECONDS, secure }));

  return {
    forPage: async (request, reply) => {
      const facts = await factsOf(request);
      const live = releases.live();
      let { bucket } = facts;
      if (bucket === undefined && hasCanary(live)) {
        bucket = randomInt(BUCKETS);
        void reply.header('set-cookie', setCookie(BUCKET_COOKIE, String(bucket), { seconds: BUCKET_SECONDS, secure }));
      }
      const chosen = chooseReleases(live, { ...facts, bucket });
      if (chosen.visitCookie && !DEV_RELOAD) setVisit(reply, chosen.visitCookie);
      const hasPreview = facts.preview !== undefined && isPreviewActive(live, facts.preview);
      if (!hasPreview && cookieIn(request.headers.cookie, PREVIEW_COOKIE) !== undefined)
        void reply.header('set-cookie', setCookie(PREVIEW_COOKIE, '', { seconds: 0, secure }));
      return chosen;
    },
    forConfig: async (request) => chooseReleases(releases.live(), await factsOf(request)),
    renew: ({ headers: { cookie } }, reply) => {
      const value = cookieIn(cookie, VISIT_COOKIE);
      if (releasesInVisit(value).length > 0) setVisit(reply, value!);
    },
  };
}
