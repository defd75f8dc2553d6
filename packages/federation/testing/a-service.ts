import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a service that responds to every request with this text, until the test ends. */
export const aService = async (
  body: string | ((path: string) => string | Promise<string>),
  status = 200,
): Promise<{ readonly url: string; readonly requests: readonly string[] }> => {
  const requests: string[] = [];
  const textFor = async (path: string): Promise<string> => (typeof body === 'string' ? body : body(path));
  const server = createServer((request, response) => {
    requests.push(request.url!);
    void textFor(request.url!).then((text) => response.writeHead(status).end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
};
