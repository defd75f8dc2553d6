import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort, requirePort } from './ports.ts';

const taken = async (host: string): Promise<number> => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ port, host }, resolve));
  onTestFinished(() => void server.close());
  return port;
};

/** Draws these ports one after the other. */
const drawing =
  (...ports: number[]) =>
  (): number =>
    ports.shift() ?? 0;

test('returns no port twice, even if nothing listens on it yet', async () => {
  const port = await freePort();
  expect(await freePort(drawing(port, port + 1))).toBe(port + 1);
});

test('returns no port that another process was given, even if nothing listens on it yet', async () => {
  const port = await freePort();
  // As in another process: this module has not returned any port.
  vi.resetModules();
  const another = await import('./ports.ts');
  expect(another.freePort).not.toBe(freePort);
  expect(await another.freePort(drawing(port, port + 1))).toBe(port + 1);
});

test('accepts a free port', async () => {
  await expect(requirePort(await freePort())).resolves.toBeUndefined();
});

test.each(['127.0.0.1', '0.0.0.0'])('a port taken on %s is reported in one sentence with the remedy', async (host) => {
  const port = await taken(host);
  await expect(requirePort(port)).rejects.toThrow(
    `Port ${port} is taken by another program. End that program, or choose another: PORT=${port + 1} npm start`,
  );
});
