import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fileName, remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import { integrity } from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import { parseObject } from '../base/files.ts';
import { filesIn, type Files } from '../registry/release.ts';

/** A remote's build, as its tools wrote it to a folder. */
export interface Build {
  readonly folder: string;
  readonly files: Files;
  readonly descriptor: RemoteDescriptor;
  /** The files that its scripts may load, each with its SHA-384 if the build states it. */
  readonly chunks: ReadonlyMap<string, string | undefined>;
}

/** `chunks.json` of our own builds. */
const chunkList = z.record(fileName, integrity);

const names = z.object({ sync: z.array(z.string()).default([]), async: z.array(z.string()).default([]) });
const assets = z.object({ assets: z.object({ js: names, css: names }) });

/** The part of Module Federation's `mf-manifest.json` that names files, for builds of other tools. */
const manifest = z.object({ exposes: z.array(assets).default([]), shared: z.array(assets).default([]) });

const chunksOf = (files: Files): Build['chunks'] => {
  const listed = files.get('chunks.json');
  if (listed) return new Map(Object.entries(parseObject('chunks.json', chunkList, listed)));
  const federated = files.get('mf-manifest.json');
  if (!federated) return new Map();
  const { exposes, shared } = parseObject('mf-manifest.json', manifest, federated);
  const named = [...exposes, ...shared].flatMap(({ assets: { js, css } }) =>
    [js, css].flatMap(({ sync, async }) => [...sync, ...async]),
  );
  return new Map(named.map((file) => [file, undefined]));
};

/** Returns the build's descriptor. Throws if it is missing or malformed. */
const descriptorOf = (folder: string, files: Files): RemoteDescriptor => {
  const file = path.join(folder, 'remote.json');
  const body = files.get('remote.json');
  if (!body) throw new Failure(`${folder} has no remote.json. Build the remote first: npm run build`);
  return parseObject(file, remoteDescriptor, body);
};

/** Reads a build. Throws a one-sentence failure if it has no readable descriptor. */
export const readBuild = (folder: string): Build => {
  const files: Files = existsSync(folder) ? filesIn(folder) : new Map();
  const descriptor = descriptorOf(folder, files);
  return { folder, files, descriptor, chunks: chunksOf(files) };
};
