import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  readonly url: string;
  /** When each mail was taken, ms of this process's clock. */
  readonly takenAt: readonly number[];
  stop(): Promise<void>;
}

/** A local SMTP server that takes every mail and keeps none. */
export async function startMailSink(): Promise<MailSink> {
  const takenAt: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      stream.resume();
      stream.once('end', () => {
        takenAt.push(performance.now());
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    takenAt,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
