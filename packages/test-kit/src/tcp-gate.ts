import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A way to a server that can be closed, fall silent, and come back. */
export interface Gate {
  /** The given address, through the gate. */
  readonly url: string;
  /** Resets every connection and refuses new ones. */
  close(): void;
  /** Swallows all bytes in both directions, without a reset. The connections of now stay dead for ever, new ones until `open`. */
  silence(): void;
  /** New connections pass again. */
  open(): void;
  /** New connections pass at this loopback address, on the same port; the old address stays silent. */
  move(host: string): Promise<void>;
  stop(): Promise<void>;
}

type State = 'open' | 'closed' | 'silent';

const ignore = (): void => undefined;

/** Two sockets joined until either ends, or until the line goes dead. */
const join = (client: Socket, upstream: Socket): { kill: () => void } => {
  let isDead = false;
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.on('error', ignore);
    from.on('data', (bytes) => isDead || to.write(bytes));
    from.on('close', () => isDead || to.destroy());
  }
  return { kill: () => (isDead = true) };
};

/** Stands before the server at `target` (any URL with host and port). */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const lines = new Set<{ kill: () => void }>();
  const servers: Server[] = [];
  const states = new Map<Server, State>();

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', ignore).on('close', () => sockets.delete(socket));
  };
  const accept = (server: Server, client: Socket): void => {
    const state = states.get(server);
    if (state === 'closed') return void client.destroy();
    keep(client);
    if (state === 'silent') return void client.on('data', ignore);
    lines.add(join(client, keep(connect(Number(port), hostname))));
  };
  const listen = async (host: string, at: number): Promise<number> => {
    const server: Server = createServer((client) => accept(server, client));
    servers.push(server);
    states.set(server, 'open');
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, host, resolve));
    return (server.address() as AddressInfo).port;
  };
  const set = (state: State): void => servers.forEach((server) => states.set(server, state));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  const killLines = (): void => {
    for (const line of lines) line.kill();
    lines.clear();
  };

  const url = new URL(target);
  url.port = String(await listen('127.0.0.1', 0));
  return {
    url: url.href,
    close: () => {
      set('closed');
      cut();
    },
    silence: () => {
      set('silent');
      killLines();
    },
    open: () => set('open'),
    move: async (host) => {
      set('silent');
      killLines();
      await listen(host, Number(url.port));
    },
    stop: async () => {
      cut();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
