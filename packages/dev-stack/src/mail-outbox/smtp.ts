import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import type { MailFolder } from './folder.ts';

const MAX_BYTES = 2 * 1024 * 1024;

const tooLarge = (): Error => Object.assign(new Error('Message is larger than 2 MB'), { responseCode: 552 });

const readAll = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Adds the envelope's recipients, who may differ from those in the headers, as a mail server does on delivery. */
const withDeliveredTo = (recipients: readonly SMTPServerAddress[], source: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(recipients.map(({ address }) => `Delivered-To: ${address.replace(/[\r\n]/g, '')}\r\n`).join('')),
    source,
  ]);

export interface Smtp {
  /** `smtp://127.0.0.1:2525` */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a mail server on 127.0.0.1 that keeps every mail and forwards none. Rejects when the port is taken. */
export async function startSmtp(folder: MailFolder, port: number): Promise<Smtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_BYTES,
    closeTimeout: 500,
    banner: 'Outbox: nothing leaves this machine',
    onData(stream, { envelope }, done) {
      readAll(stream)
        .then(async (source) => {
          if (stream.sizeExceeded) throw tooLarge();
          return `Kept as ${await folder.add(withDeliveredTo(envelope.rcptTo, source))}`;
        })
        .then((reply) => done(null, reply), done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  // A client that drops its connection must not end the process.
  server.on('error', () => undefined);
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
