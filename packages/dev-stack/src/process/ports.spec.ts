import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort, requirePort } from './ports.ts';

vi.mock('node:crypto', { spy: true });

const taken = async (host: string): Promise<number> => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ port, host }, resolve));
  onTestFinished(() => void server.close());
  return port;
};

test('returns no port twice, even if nothing listens on it yet', async () => {
  const first = await freePort();
  vi.mocked(randomInt).mockImplementationOnce(() => first as never);
  expect(await freePort()).not.toBe(first);
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
