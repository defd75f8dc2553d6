import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server, Socket } from 'node:net';

interface Stored {
  readonly uid: number;
  readonly flags: string[];
}

interface Connection {
  send(response: object): void;
}

type CommandHandler = (
  connection: Connection,
  parsed: { readonly tag: string },
  data: unknown,
  done: () => void,
) => void;

interface Hoodiecrow {
  readonly server: Server;
  listen(port: number, host: string, done: () => void): void;
  appendMessage(folder: string, flags: string[], date: string | Date, raw: string): void;
  getMailbox(folder: string): { readonly messages: Stored[] };
  getCommandHandler(command: string): CommandHandler;
  setCommandHandler(command: string, handler: CommandHandler): void;
}

// The package has no types.
const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Hoodiecrow;

export interface ImapServer {
  /** `imap://user:password@127.0.0.1:port/INBOX` */
  readonly url: URL;
  /** Whether searches are refused, as by a server that is busy. */
  refusesSearches: boolean;
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
  const search = imap.getCommandHandler('UID SEARCH');
  imap.setCommandHandler('UID SEARCH', (connection, parsed, data, done) => {
    if (!server.refusesSearches) return search(connection, parsed, data, done);
    connection.send({
      tag: parsed.tag,
      command: 'NO',
      attributes: [{ type: 'TEXT', value: '[UNAVAILABLE] Try again later' }],
    });
    done();
  });
  const sockets = new Set<Socket>();
  imap.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  imap.listen(port, '127.0.0.1', () => undefined);
  if (!imap.server.listening) await once(imap.server, 'listening');
  const { port: actualPort } = imap.server.address() as AddressInfo;
  const server: ImapServer = {
    url: new URL(`imap://bounces:${encodeURIComponent('p@ss/word')}@127.0.0.1:${actualPort}/INBOX`),
    refusesSearches: false,
    deliver: (source, arrivedAt = new Date()) => imap.appendMessage('INBOX', [], arrivedAt, source),
    flags: () => imap.getMailbox('INBOX').messages.map((message) => message.flags),
    stop: () =>
      new Promise((resolve) => {
        imap.server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return server;
}
