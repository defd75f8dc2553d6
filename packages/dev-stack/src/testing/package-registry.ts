import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

interface Packed {
  readonly name: string;
  readonly version: string;
}

const manifestIn = (tarball: string): Packed =>
  JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })) as Packed;

/** Serves tarballs to npm, as a company's registry serves its scope. `url` is for `.npmrc`. */
export const servePackages = async (
  tarballs: readonly string[],
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const packages = tarballs.map((tarball) => ({ tarball, manifest: manifestIn(tarball) }));
  const server = createServer((request, response) => {
    const requested = decodeURIComponent(request.url ?? '/').slice(1);
    const file = packages.find(({ tarball }) => path.basename(tarball) === requested);
    if (file) return void response.end(readFileSync(file.tarball));
    const found = packages.find(({ manifest }) => manifest.name === requested);
    if (!found) return void response.writeHead(404).end('{}');
    const { name, version } = found.manifest;
    const integrity = `sha512-${createHash('sha512').update(readFileSync(found.tarball)).digest('base64')}`;
    const dist = { tarball: `${url}${path.basename(found.tarball)}`, integrity };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { ...found.manifest, dist } } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => new Promise((resolve) => server.close(() => resolve())) };
};
