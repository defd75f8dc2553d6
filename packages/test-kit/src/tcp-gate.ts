import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A TCP proxy in front of a server that can be closed, go silent, and be opened again. */
export interface Gate {
  /** The server's address through the gate. */
  readonly url: string;
  /** Resets every connection and refuses new ones. */
  close(): void;
  /**
   * Drops all bytes in both directions, without a reset. Existing connections stay dead for good, new ones until
   * `open`.
   */
  silence(): void;
  /** Lets new connections pass again. */
  open(): void;
  /** Lets new connections pass at this loopback address, on the same port; the old address stays silent. */
  move(host: string): Promise<void>;
  stop(): Promise<void>;
}

type State = 'open' | 'closed' | 'silent';

const ignore = (): void => undefined;

/** Connects two sockets until either closes, or until `kill`, after which nothing passes. */
const pipeBoth = (client: Socket, upstream: Socket): { kill: () => void } => {
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

/** Starts a gate in front of the server at `target` (any URL with host and port). */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const connections = new Set<{ kill: () => void }>();
  const servers: Server[] = [];
  const states = new Map<Server, State>();

  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', ignore).on('close', () => sockets.delete(socket));
  };
  const accept = (server: Server, client: Socket): void => {
    const state = states.get(server);
    if (state === 'closed') return void client.destroy();
    track(client);
    if (state === 'silent') return void client.on('data', ignore);
    connections.add(pipeBoth(client, track(connect(Number(port), hostname))));
  };
  const listen = async (host: string, onPort: number): Promise<number> => {
    const server: Server = createServer((client) => accept(server, client));
    servers.push(server);
    states.set(server, 'open');
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(onPort, host, resolve));
    return (server.address() as AddressInfo).port;
  };
  const set = (state: State): void => servers.forEach((server) => states.set(server, state));
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  const killConnections = (): void => {
    for (const connection of connections) connection.kill();
    connections.clear();
  };

  const url = new URL(target);
  url.port = String(await listen('127.0.0.1', 0));
  return {
    url: url.href,
    close: () => {
      set('closed');
      destroyAll();
    },
    silence: () => {
      set('silent');
      killConnections();
    },
    open: () => set('open'),
    move: async (host) => {
      set('silent');
      killConnections();
      await listen(host, Number(url.port));
    },
    stop: async () => {
      destroyAll();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
