import fs from 'node:fs/promises';
import path from 'node:path';
import {
  registry,
  remoteDescriptor,
  type Registry,
  type RegistryEntry,
  type RemoteDescriptor,
} from '../contract/descriptor.ts';
import type { FastifyBaseLogger } from 'fastify';

const FETCH_TIMEOUT_MS = 3_000;
const DESCRIPTOR_MAX_BYTES = 2_000_000;

/** A remote as the edge knows it. `descriptor` is missing when it could never be read. */
export interface KnownRemote {
  readonly name: string;
  readonly entry: RegistryEntry;
  readonly descriptor: RemoteDescriptor | undefined;
}

export interface DescriptorSource {
  readonly registryFile: string;
  readonly remotesDir: string;
  readonly origins: readonly string[];
  readonly logger: FastifyBaseLogger;
}

/** Reads the registry afresh when it changed, and each build's descriptor once. Keeps the last good state. */
export function followRegistry({ registryFile, remotesDir, origins, logger }: DescriptorSource) {
  let stamp = '';
  let known: readonly KnownRemote[] = [];
  const descriptors = new Map<string, RemoteDescriptor>();
  const lastGood = new Map<string, KnownRemote>();

  async function resolve(name: string, entry: RegistryEntry): Promise<KnownRemote> {
    try {
      const descriptor = descriptors.get(entry.entry) ?? (await loadDescriptor(entry, { remotesDir, origins }));
      descriptors.set(entry.entry, descriptor);
      const good = { name, entry, descriptor };
      lastGood.set(name, good);
      return good;
    } catch (error) {
      logger.error(
        { remote: name, version: entry.version, err: error },
        'a remote could not be read; its last good build goes on',
      );
      return lastGood.get(name) ?? { name, entry, descriptor: undefined };
    }
  }

  return async (): Promise<{ remotes: readonly KnownRemote[]; stamp: string }> => {
    const next = await stampOf(registryFile);
    const complete = known.every((remote) => remote.descriptor);
    if (next === stamp && complete && known.length > 0) return { remotes: known, stamp };
    try {
      const { remotes } = await readRegistry(registryFile);
      known = await Promise.all(Object.entries(remotes).map(([name, entry]) => resolve(name, entry)));
      stamp = next;
    } catch (error) {
      logger.error({ err: error }, 'the registry could not be read; the last good one goes on');
    }
    return { remotes: known, stamp };
  };
}

const stampOf = async (file: string): Promise<string> => {
  const stat = await fs.stat(file, { bigint: true }).catch(() => null);
  return stat ? `${stat.ino}:${stat.mtimeNs}:${stat.size}` : 'missing';
};

const readRegistry = async (file: string): Promise<Registry> =>
  registry.parse(JSON.parse(await fs.readFile(file, 'utf8')));

async function loadDescriptor(
  entry: RegistryEntry,
  from: Pick<DescriptorSource, 'remotesDir' | 'origins'>,
): Promise<RemoteDescriptor> {
  const text = entry.entry.startsWith('/')
    ? await readLocal(entry.entry, from.remotesDir)
    : await fetchRemote(entry.entry, from.origins);
  return remoteDescriptor.parse(JSON.parse(text));
}

async function readLocal(entry: string, remotesDir: string): Promise<string> {
  if (!entry.startsWith('/remotes/') || entry.includes('..'))
    throw new Error('a same-origin remote lies under /remotes/');
  return fs.readFile(path.join(remotesDir, path.dirname(entry.slice('/remotes/'.length)), 'remote.json'), 'utf8');
}

async function fetchRemote(entry: string, origins: readonly string[]): Promise<string> {
  const address = new URL('remote.json', entry);
  if (!origins.includes(address.origin)) throw new Error(`${address.origin} is not among the allowed remote origins`);
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Error(`${response.status} from ${address.origin}`);
  return readBounded(response.body);
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > DESCRIPTOR_MAX_BYTES) throw new Error('the descriptor is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
