import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that was taken. */
export interface TakenMail {
  readonly to: string;
  /** ms of this process's clock. */
  readonly at: number;
}

export interface MailSink {
  readonly url: string;
  /** The mails taken so far. */
  readonly taken: readonly TakenMail[];
  stop(): Promise<void>;
}

/** A local SMTP server that takes every mail and keeps none. */
export async function startMailSink(): Promise<MailSink> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.once('end', () => {
        taken.push({ to: envelope.rcptTo[0]?.address ?? '', at: performance.now() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
