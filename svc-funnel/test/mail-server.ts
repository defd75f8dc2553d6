import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/**
 * What the server does with mails. `hang`: never replies to the content. `drop`: closes the connection in the middle of
 * the content.
 */
export type Behaviour =
  'accept' | 'refuse-content' | 'refuse-address' | 'refuse-for-now' | 'refuse-login' | 'hang' | 'drop';

export interface AcceptedMail {
  readonly to: string;
  readonly messageId: string;
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly accepted: AcceptedMail[];
  behaviour: Behaviour;
  /** Called before the server confirms a mail; it waits for a returned promise. */
  onAccept: (mail: AcceptedMail) => void | Promise<void>;
  /** Returns the accepted mails to this address. */
  to(address: string): AcceptedMail[];
  stop(): Promise<void>;
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

const headerOf = (source: string, name: string): string =>
  new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(source)?.[1]?.trim() ?? '';

const socketOf = (session: SMTPServerSession, server: SMTPServer): { destroy(): void } | undefined =>
  [
    ...(server as unknown as { connections: Set<{ session: SMTPServerSession; _socket: { destroy(): void } }> })
      .connections,
  ].find(({ session: { id } }) => id === session.id)?._socket;

/** Starts a real SMTP server on loopback. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const accepted: AcceptedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo(_address, _session, done) {
      if (mail.behaviour === 'refuse-address') return done(refusal(550, '5.1.1 no such mailbox'));
      if (mail.behaviour === 'refuse-for-now') return done(refusal(451, '4.3.0 later please'));
      if (mail.behaviour === 'refuse-login') return done(refusal(530, '5.7.0 login first'));
      return done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (mail.behaviour === 'drop') socketOf(session, server)?.destroy();
      });
      stream.once('end', () => {
        if (mail.behaviour === 'refuse-content') return done(refusal(550, 'suspected spam'));
        if (mail.behaviour === 'hang' || mail.behaviour === 'drop') return;
        const source = Buffer.concat(chunks).toString('utf8');
        const mails = session.envelope.rcptTo.map(({ address }) => ({
          to: address,
          messageId: headerOf(source, 'Message-ID'),
          source,
        }));
        accepted.push(...mails);
        void Promise.all(mails.map((acceptedMail) => mail.onAccept(acceptedMail))).then(() => done());
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    accepted,
    behaviour: 'accept',
    onAccept: () => undefined,
    to: (address) => accepted.filter(({ to }) => to === address),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}
