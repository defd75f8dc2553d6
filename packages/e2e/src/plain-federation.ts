import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type Configuration, type Stats } from '@rspack/core';

const FIXTURES = path.join(import.meta.dirname, '..', 'fixtures');

type PluginOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];

/** What hosts and remotes share, as in an ordinary Module Federation configuration. */
const SHARED: PluginOptions['shared'] = {
  react: { singleton: true },
  'react/jsx-runtime': { singleton: true, requiredVersion: '^19.0.0' },
  'react-dom': { singleton: true },
  '@course/platform': { singleton: true, requiredVersion: '^0.1.0' },
};

/**
 * Builds a folder of `fixtures` with Module Federation 2 and without the product's build code. Returns the output
 * folder.
 */
async function build(fixture: string, entry: Configuration['entry'], federation: PluginOptions): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), `${fixture}-`));
  const options = { syntax: 'typescript', tsx: true };
  const compiler = rspack({
    context: path.join(FIXTURES, fixture),
    mode: 'production',
    target: ['web', 'es2022'],
    ...(entry && { entry }),
    output: { path: folder, publicPath: 'auto', uniqueName: fixture },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.(tsx?|jsx)$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { target: 'es2022', parser: options, transform: { react: { runtime: 'automatic' } } } },
          type: 'javascript/auto',
        },
      ],
    },
    plugins: [new ModuleFederationPlugin({ shared: SHARED, dts: false, ...federation })],
  });
  const stats = await new Promise<Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? 'The build has no stats');
  return folder;
}

export const buildPlainRemote = (): Promise<string> =>
  build('plain-remote', {}, { name: 'mf_plain', filename: 'remoteEntry.js', exposes: { './remote': './remote.jsx' } });

export const buildPlainHost = (): Promise<string> =>
  build('plain-host', './main.js', { name: 'plain_host', experiments: { provideExternalRuntime: true } });

const PAGE = `<!doctype html><div id="root"></div>
<script type="application/json" id="runtime-config">{"remotes":[],"payments":null,"servedOn":"2026-11-21"}</script>
<script src="/main.js"></script>`;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Serves a host's build, and the build of each remote of this checkout under its name. */
export async function servePlainHost(host: string): Promise<{ url: string; stop(): void }> {
  const server = http.createServer((request, response) => {
    const pathname = new URL(request.url ?? '/', 'http://here').pathname;
    const type = TYPES[path.extname(pathname)];
    if (!type) return void response.setHeader('content-type', 'text/html').end(PAGE);
    const [, remote, file] = /^\/(mf-\w+)\/(.+)$/.exec(pathname) ?? [];
    const found = remote && file ? path.join(PROJECT_ROOT, remote, 'dist', file) : path.join(host, pathname);
    fs.readFile(found).then(
      (content) => response.setHeader('content-type', type).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
