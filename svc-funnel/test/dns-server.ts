import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type Packet } from 'dns-packet';

/** Records by name and type: `{ 'example.com TXT': ['v=spf1 -all'] }`. */
export type Zone = Readonly<Record<string, readonly string[]>>;

export interface DnsServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  zone: Zone;
  stop(): Promise<void>;
}

const dataOf = (type: string, text: string): unknown =>
  type === 'MX' ? { preference: 10, exchange: text } : type === 'TXT' ? (text.match(/.{1,255}/gs) ?? ['']) : text;

const answerTo = ({ id, questions = [] }: Packet, zone: Zone): Packet => {
  const [{ name, type } = { name: '', type: 'A' as const }] = questions;
  const records = zone[`${name.toLowerCase()} ${type}`] ?? [];
  const isKnown = Object.keys(zone).some((key) => key.startsWith(`${name.toLowerCase()} `));
  const answers = records.map((text) => ({ name, type, ttl: 60, data: dataOf(type, text) })) as Answer[];
  // The flags contain the response code: 3 means that the name does not exist.
  return { type: 'response', id: id ?? 0, flags: isKnown ? 0 : 3, questions, answers };
};

/** Starts a name server on loopback that answers from a zone. */
export async function startDnsServer(zone: Zone = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server = {
    address: '',
    zone,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (message, { address, port }) => {
    socket.send(encode(answerTo(decode(message), server.zone)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
