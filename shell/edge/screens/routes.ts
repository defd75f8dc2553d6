import { FAILURE_REASONS } from '@course/federation/contract';
import { fallbackPage, hashSource, type Follower, type ShellAssets } from '@course/federation/edge';
import type { FastifyInstance } from 'fastify';
import { HOST_SCREENS } from '../host-screens.ts';
import client from './client.js?raw';
import { FALLBACK_PREFIX, listScreens } from './list.ts';
import { SCREENS_STYLE, screensPage } from './page.ts';

interface Sources {
  readonly shell: ShellAssets;
  readonly remotesDir: string;
  readonly releases: Follower;
}

const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: [hashSource(client)],
  styleSrc: [hashSource(SCREENS_STYLE)],
  frameSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** In development: `/__screens` shows every screen and state, `/__screens.json` lists them. */
export function addScreensPage(app: FastifyInstance, { shell, remotesDir, releases }: Sources): void {
  const list = async () => listScreens(releases.live().remotes, remotesDir);
  app.get('/__screens.json', async (_request, reply) => reply.header('cache-control', 'no-store').send(await list()));
  app.get('/__screens', async (_request, reply) => {
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives: POLICY } });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(screensPage(await list(), client));
  });
  for (const reason of FAILURE_REASONS) {
    app.get(FALLBACK_PREFIX + reason, async (_request, reply) => {
      await reply.helmet();
      return reply.type('text/html; charset=utf-8').send(fallbackPage(reason, { shell, screens: HOST_SCREENS }));
    });
  }
}
