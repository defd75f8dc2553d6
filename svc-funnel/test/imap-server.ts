import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server, Socket } from 'node:net';

interface Stored {
  readonly uid: number;
  readonly flags: string[];
}

interface Hoodiecrow {
  readonly server: Server;
  listen(port: number, host: string, done: () => void): void;
  appendMessage(folder: string, flags: string[], date: string | Date, raw: string): void;
  getMailbox(folder: string): { readonly messages: Stored[] };
}

// The package has no types.
const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Hoodiecrow;

export interface ImapServer {
  /** `imap://user:password@127.0.0.1:port/INBOX` */
  readonly url: URL;
  /** Puts a mail into the inbox. */
  deliver(source: string, arrivedAt?: Date): void;
  /** The flags of each mail in the inbox, in the order of arrival. */
  flags(): string[][];
  stop(): Promise<void>;
}

/** Starts a real IMAP server on loopback. */
export async function startImapServer(port = 0): Promise<ImapServer> {
  const imap = hoodiecrow({
    plugins: ['ID', 'UIDPLUS', 'LITERALPLUS'],
    users: { bounces: { password: 'p@ss/word' } },
    storage: { INBOX: { messages: [] } },
  });
  const sockets = new Set<Socket>();
  imap.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  imap.listen(port, '127.0.0.1', () => undefined);
  if (!imap.server.listening) await once(imap.server, 'listening');
  const { port: actualPort } = imap.server.address() as AddressInfo;
  return {
    url: new URL(`imap://bounces:${encodeURIComponent('p@ss/word')}@127.0.0.1:${actualPort}/INBOX`),
    deliver: (source, arrivedAt = new Date()) => imap.appendMessage('INBOX', [], arrivedAt, source),
    flags: () => imap.getMailbox('INBOX').messages.map((message) => message.flags),
    stop: () =>
      new Promise((resolve) => {
        imap.server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
