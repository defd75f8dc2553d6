import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that was received. */
export interface ReceivedMail {
  readonly to: string;
  /** ms of this process's clock. */
  readonly at: number;
}

export interface MailSink {
  readonly url: string;
  /** The mails received so far. */
  readonly received: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a local SMTP server that accepts every mail and stores none. */
export async function startMailSink(): Promise<MailSink> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.once('end', () => {
        received.push({ to: envelope.rcptTo[0]?.address ?? '', at: performance.now() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
