import { watchFile } from 'node:fs';
import type { Follower } from '@course/federation/edge';
import type { FastifyInstance } from 'fastify';

const POLL_MS = 300;

/**
 * Added to every page in development: reloads it when a build is published or the edge has restarted.
 * Does nothing in frames: a browser opens few connections at a time, and each of these holds one.
 */
export const DEV_RELOAD_SCRIPT = `
if (top === window) {
  const events = new EventSource('/__dev/reload');
  let opened = false;
  events.onmessage = () => location.reload();
  events.onopen = () => (opened ? location.reload() : (opened = true));
}`;

/** Reloads open pages when another release becomes live or the shell is rebuilt. */
export function addDevReload(app: FastifyInstance, releases: Pick<Follower, 'onChange'>, shellFile: string): void {
  const listeners = new Set<NodeJS.WritableStream>();
  const reload = (): void => listeners.forEach((listener) => listener.write('data: reload\n\n'));
  releases.onChange(reload);
  watchFile(shellFile, { interval: POLL_MS }, reload).unref();
  app.addHook('preClose', async () => listeners.forEach((listener) => listener.end()));
  app.get('/__dev/reload', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write('\n');
    listeners.add(reply.raw);
    request.raw.on('close', () => listeners.delete(reply.raw));
  });
}
