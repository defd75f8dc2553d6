import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { ApiError } from '@course/contracts';
import { handleClientError } from '@course/contracts/connection-errors';
import {
  followReleases,
  isComplete,
  openStore,
  pageCache,
  runtimeConfigOf,
  styleReader,
  type Follower,
  type ShellAssets,
} from '@course/federation/edge';
import Fastify, { type FastifyInstance, type FastifyServerFactory } from 'fastify';
import { pino } from 'pino';
import icon from '../src/icon.svg?raw';
import { originForm } from './addresses.ts';
import { addConnectionErrors } from './connection-errors.ts';
import { addDevReload, DEV_RELOAD_SCRIPT } from './dev-reload.ts';
import { EARLY_SCRIPT } from './early/script.ts';
import type { Env } from './env.ts';
import { createInternalEdge } from './internal.ts';
import { addFailures, handleUnreadable } from './failures.ts';
import { FileMemory } from './file-memory.ts';
import { HOST_SCREENS } from './host-screens.ts';
import { measurementOf } from './measurement.ts';
import { addPages, today } from './pages.ts';
import { addProxies } from './proxy.ts';
import { addScreensPage } from './screens/routes.ts';
import { addPreviews } from './preview.ts';
import { addSecurityHeaders } from './security.ts';
import { addEntrySplit } from './split.ts';
import { addStaticFiles } from './static-files.ts';
import { visitsOf } from './visit.ts';

/** How long a request may take to arrive, headers and body. A slow phone sends 32 KB in half this time. */
const REQUEST_MS = 20_000;
const HEADERS_MS = 10_000;
const CHECK_MS = 1000;
/** How long requests in flight may take once the edge is stopping. */
const STOP_MS = 3500;

export interface EdgeOptions {
  readonly env: Env;
  /** Folder of the shell's browser build. */
  readonly webDir: string;
}

/** Creates the public server: composed HTML, static files, proxied /api. */
export async function createEdge({ env, webDir }: EdgeOptions): Promise<FastifyInstance> {
  const logger = pino({ level: env.LOG_LEVEL, base: { service: 'edge' } });
  const memory = new FileMemory();
  const app: FastifyInstance = Fastify({
    trustProxy: env.TRUST_PROXY ?? false,
    rewriteUrl: ({ url }) => originForm(url ?? '/'),
    frameworkErrors: handleUnreadable,
    clientErrorHandler: handleClientError,
    serverFactory: serverWith(memory),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const payments = env.STRIPE_PUBLISHABLE_KEY
    ? {
        publishableKey: env.STRIPE_PUBLISHABLE_KEY,
        ...(env.PAYMENTS_SCRIPT_URL && { scriptUrl: env.PAYMENTS_SCRIPT_URL }),
      }
    : null;
  const script = env.DEV_RELOAD ? EARLY_SCRIPT + DEV_RELOAD_SCRIPT : EARLY_SCRIPT;
  const files = JSON.parse(await fs.readFile(path.join(webDir, 'shell.json'), 'utf8')) as Omit<ShellAssets, 'icon'>;
  const shell = { ...files, icon };
  const releases = await followReleases({ store: openStore(env), dir: env.RELEASES_DIR, logger });
  const remotesDir = path.join(env.RELEASES_DIR, 'remotes');
  if (env.INTERNAL_PORT !== undefined) {
    const internal = createInternalEdge(env, releases);
    app.addHook('onReady', async () => void (await internal.listen({ port: env.INTERNAL_PORT, host: env.HOST })));
    app.addHook('onClose', () => internal.close());
  }
  const measurement = measurementOf(env);
  const readStyle = styleReader({ '/assets/': path.join(webDir, 'assets'), '/remotes/': remotesDir });
  const pageOf = pageCache({ shell, screens: HOST_SCREENS, earlyScript: script, readStyle, payments, measurement });

  addFailures(app, logger);
  addConnectionErrors(app);
  endConnectionsOnClose(app);
  const visits = visitsOf(env, releases);
  await addProxies(app, env, visits);
  await addStaticFiles(app, path.join(webDir, 'assets'), '/assets/', memory);
  await app.register(async (remotes) => {
    addLateReleases(remotes, releases);
    await addStaticFiles(remotes, remotesDir, '/remotes/', memory);
  });
  app.addHook('onClose', () => releases.stop());
  if (env.DEV_RELOAD) addDevReload(app, releases, path.join(webDir, 'shell.json'));

  app.get('/healthz', async () => ({ status: 'ok' }));
  addReadiness(app, releases);
  // Browsers request it if they leave a page before reading its icon, and some crawlers always do.
  app.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(icon),
  );
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /api/\n'));
  app.get('/runtime-config.json', async (request, reply) => {
    const { remotes } = await visits.forConfig(request);
    return reply
      .headers({ 'cache-control': 'private, no-cache', vary: 'cookie' })
      .send(runtimeConfigOf(remotes, payments, today(), measurement));
  });
  addEntrySplit(app, env);
  // In a context of their own, so that files and API calls do not run these hooks.
  await app.register(async (pages) => {
    await addSecurityHeaders(pages, env, [script]);
    if (env.DEV_RELOAD) addScreensPage(pages, { shell, remotesDir, releases });
    await pages.register(async (previews) => addPreviews(previews, { env, releases, shell }));
    addPages(pages, { env, visits, pageOf, script });
  });
  return app;
}

/** `/readyz` is 503 until this edge can serve pages of all live remotes, of which it then keeps copies. */
function addReadiness(app: FastifyInstance, releases: Follower): void {
  let isReady = false;
  app.get('/readyz', async () => {
    isReady ||= isComplete(releases.live());
    if (!isReady) throw new ApiError('store_unavailable');
    return { status: 'ok' };
  });
}

/** Returns a server factory whose server responds from memory where it can, and leaves the rest to Fastify. */
const serverWith =
  (memory: FileMemory): FastifyServerFactory =>
  (handle, { keepAliveTimeout }) =>
    http.createServer(
      {
        keepAliveTimeout: keepAliveTimeout as number,
        requestTimeout: REQUEST_MS,
        headersTimeout: HEADERS_MS,
        connectionsCheckingInterval: CHECK_MS,
        // `addFailures` refuses a missing host, with an `ErrorBody`.
        requireHostHeader: false,
      },
      (request, response) => {
        if (!memory.serve(request, response)) handle(request, response);
      },
    );

/** Fetches a release that this edge does not have yet: another edge may have served a page of it. */
function addLateReleases(app: FastifyInstance, releases: Follower): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fetched = releases.ensure(request.url);
    if (fetched) void fetched.finally(() => done());
    else done();
  });
}

/** Gives requests in flight a while to finish, then closes all connections. */
function endConnectionsOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), STOP_MS).unref();
  });
}
