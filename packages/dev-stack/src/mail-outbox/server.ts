import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import type { MailFolder } from './folder.ts';
import { readMail, Summaries } from './mail.ts';
import { framed, listPage, mailPage, missingPage, type View } from './pages.ts';
import { PROJECT_ROOT } from '@course/federation/paths';

const PAGE_SIZE = 100;

// Not relative to this module, because the bundled program is in another folder.
const styles = (): string =>
  readFileSync(path.join(PROJECT_ROOT, 'packages/dev-stack/src/mail-outbox/style.css'), 'utf8');

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/**
 * As in a good mail reader, a mail may style itself and show the site's pictures, but runs no script and sends no form.
 */
const mailPolicy = (picturesUrl: string | undefined): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${picturesUrl ?? ''}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`;

const view = z.object({
  part: z.enum(['html', 'text', 'source']).catch('html'),
  width: z.enum(['phone', 'desktop']).catch('phone'),
  scheme: z.enum(['light', 'dark']).catch('light'),
}) satisfies z.ZodType<View>;

const mailId = z.object({ id: z.string() });
const listQuery = z.object({ page: z.coerce.number().int().min(1).catch(1) });

const send = (reply: FastifyReply, type: string, content: string, policy = PAGE_POLICY): FastifyReply =>
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(content);

const missing = (reply: FastifyReply): FastifyReply => send(reply.code(404), 'text/html', missingPage());

const LOCAL_HOST = /^(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Creates the server of the outbox's pages, not yet listening. Mails may load pictures from `picturesUrl`. */
export function createServer(folder: MailFolder, picturesUrl?: string): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true });
  const summaries = new Summaries(folder);
  const css = styles();

  // Against DNS rebinding: a page of another host, whose name was made to point here, must not read mails.
  server.addHook('onRequest', async (request, reply) => {
    if (!LOCAL_HOST.test(request.headers.host ?? ''))
      await reply.code(421).send({ error: 'Use localhost or 127.0.0.1' });
  });

  server.get('/healthz', () => ({ status: 'ok' }));
  server.get('/style.css', (_request, reply) => send(reply, 'text/css', css));
  server.get('/', async (request, reply) => {
    const { page } = listQuery.parse(request.query);
    const { mails, total } = await summaries.page((page - 1) * PAGE_SIZE, PAGE_SIZE);
    return send(reply, 'text/html', listPage({ mails, total, page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)) }));
  });
  server.get('/mails.json', async (request, reply) => {
    const { page } = listQuery.parse(request.query);
    return send(
      reply,
      'application/json',
      JSON.stringify((await summaries.page((page - 1) * PAGE_SIZE, PAGE_SIZE)).mails),
    );
  });
  server.get('/mails/:id', async (request, reply) => {
    const { id } = mailId.parse(request.params);
    const [source, mail] = await Promise.all([folder.read(id), readMail(folder, id)]);
    return source && mail
      ? send(reply, 'text/html', mailPage(mail, view.parse(request.query), source.toString()))
      : missing(reply);
  });
  server.get('/mails/:id/html', async (request, reply) => {
    const mail = await readMail(folder, mailId.parse(request.params).id);
    return mail?.html === undefined
      ? missing(reply)
      : send(reply, 'text/html', framed(mail.html, view.parse(request.query).scheme), mailPolicy(picturesUrl));
  });
  server.get('/mails/:id/text', async (request, reply) => {
    const mail = await readMail(folder, mailId.parse(request.params).id);
    return mail?.text === undefined ? missing(reply) : send(reply, 'text/plain', mail.text);
  });
  return server;
}
