import { createHash, sign, verify } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import { ENTRY_FILE } from '../contract/entry-file.mjs';
import {
  release,
  RELEASE_FILE,
  releasedFile,
  type Release,
  type ReleasedFile,
  type Teams,
} from '../contract/release.ts';
import { Failure, sentenceOf } from '../base/failure.ts';
import { parseJson, parseObject } from '../base/files.ts';
import { integrityOf } from '../base/integrity.mjs';
import { verifyingKey, type SigningKey } from './keys.ts';

/**
 * Why a release must not be served: `unsigned` by a key of its team, `altered` since, `incomplete`, or `unreadable`: as
 * its team signed it, in a form that this program does not know. The message is a sentence that names the file.
 */
export class ReleaseRefused extends Failure {
  constructor(
    readonly reason: 'unsigned' | 'altered' | 'incomplete' | 'unreadable',
    message: string,
  ) {
    super(message);
  }
}

/** A build's files by their paths. */
export type Files = ReadonlyMap<string, Buffer>;

const inOrder = (files: readonly ReleasedFile[]): readonly ReleasedFile[] =>
  [...files].sort((one, other) => (one.file < other.file ? -1 : 1));

/** Reads a build's folder. A `release.json` left there by an earlier release is not part of the build. */
export const filesIn = (folder: string): Files => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  return new Map(
    names
      .map((name) => name.split(path.sep).join('/'))
      .filter((name) => name !== RELEASE_FILE)
      .map((name) => [name, readFileSync(path.join(folder, name))]),
  );
};

/** Returns a release's id, a hash of the remote and all its files. */
const releaseIdOf = (remote: string, files: readonly ReleasedFile[]): string =>
  createHash('sha256')
    .update(JSON.stringify([remote, ...inOrder(files).map(({ file, integrity }) => [file, integrity])]))
    .digest('hex')
    .slice(0, 20);

/**
 * Returns the bytes that the signature covers, the same on every machine. The prefix makes it invalid in any other
 * context.
 */
const signedBytes = ({ remote, release: id, version, commit, files }: Omit<Release, 'signature'>): Buffer =>
  Buffer.from(
    `course-release-1\n${JSON.stringify([
      remote,
      id,
      version,
      commit,
      inOrder(files).map(({ file, integrity, bytes }) => [file, integrity, bytes]),
    ])}`,
  );

const describe = (files: Files): ReleasedFile[] =>
  [...files].map(([file, body]) => {
    const parsed = releasedFile.safeParse({ file, integrity: integrityOf(body), bytes: body.length });
    if (!parsed.success) throw new Failure(`${file} cannot be part of a release: ${parsed.error.issues[0]?.message}.`);
    return parsed.data;
  });

/** Returns a build's descriptor. Throws `ReleaseRefused` if it is missing or malformed. */
export const descriptorIn = (files: Files): RemoteDescriptor => {
  const body = files.get('remote.json');
  if (!body) throw new ReleaseRefused('incomplete', 'remote.json is missing.');
  const unreadable = (why: string) =>
    new ReleaseRefused(
      'unreadable',
      `remote.json is not in the expected form. Build the remote with the @course/federation of the installation, or update the program that reads it: ${why}`,
    );
  return parseJson(remoteDescriptor, body, unreadable);
};

/** Returns the same build under another version. */
const withVersion = (files: Files, version: string): Files => {
  const described = Buffer.from(JSON.stringify({ ...descriptorIn(files), version }));
  // Compressed copies of the old descriptor would contradict the new one.
  const kept = [...files].filter(([file]) => !/^remote\.json(\.br|\.gz)?$/.test(file));
  return new Map([...kept, ['remote.json', described]]);
};

/** Creates a release from a build's files. */
export const signRelease = (files: Files, key: SigningKey, commit: string | null = null): Release => {
  const { name: remote, version } = descriptorIn(files);
  const described = inOrder(describe(files));
  const unsigned = { remote, release: releaseIdOf(remote, described), version, commit, files: [...described] };
  const value = sign(null, signedBytes(unsigned), key.privateKey).toString('base64');
  return { ...unsigned, signature: { key: key.id, value } };
};

/** Creates a release from a build's files, under another version if one is passed. Returns it with its files. */
export const signBuild = (
  built: Files,
  key: SigningKey,
  { version, commit }: { readonly version?: string | undefined; readonly commit: string | null },
): { readonly release: Release; readonly files: Files } => {
  const isOwn = version === undefined || version === descriptorIn(built).version;
  const files = isOwn ? built : withVersion(built, version);
  return { release: signRelease(files, key, commit), files };
};

/** Parses a `release.json`. Throws `ReleaseRefused` if it is invalid. */
export const parseRelease = (body: Buffer): Release => {
  try {
    return parseObject(RELEASE_FILE, release, body);
  } catch (error) {
    throw new ReleaseRefused('unsigned', sentenceOf(error));
  }
};

/**
 * Throws `ReleaseRefused` unless the release is of that remote, has the id of its content and is signed by its team.
 */
export const requireSigned = (found: Release, remote: string, known: Teams): void => {
  const named = `${found.remote} ${found.version}`;
  if (found.remote !== remote)
    throw new ReleaseRefused('unsigned', `The release is of ${found.remote}, not of ${remote}.`);
  if (releaseIdOf(remote, found.files) !== found.release)
    throw new ReleaseRefused('altered', `${RELEASE_FILE} of ${named} lists files that do not match its name.`);
  const key = verifyingKey(known, remote, found.signature.key);
  if (!key)
    throw new ReleaseRefused(
      'unsigned',
      `${named} is signed by the key ${found.signature.key}, which is not ${remote}'s.`,
    );
  if (!verify(null, signedBytes(found), key, Buffer.from(found.signature.value, 'base64')))
    throw new ReleaseRefused('unsigned', `The signature of ${named} is not that of its team.`);
};

/** Throws `ReleaseRefused` unless this is the file that the release lists. */
export const requireFile = ({ file, integrity, bytes }: ReleasedFile, body: Buffer | undefined): void => {
  if (!body) throw new ReleaseRefused('incomplete', `${file} is missing.`);
  if (body.length !== bytes || integrityOf(body) !== integrity)
    throw new ReleaseRefused('altered', `${file} was altered after the release was signed.`);
};

/** Returns the style sheets that a build's descriptor names: the whole remote's and those of single screens. */
export const styleFiles = ({ styles, routes }: Pick<RemoteDescriptor, 'styles' | 'routes'>): readonly string[] => [
  ...new Set([...styles, ...routes.flatMap((route) => route.code?.styles ?? [])]),
];

type NamedFiles = Pick<RemoteDescriptor, 'scripts' | 'styles' | 'routes'>;

/** Returns the files that a build's descriptor names, without which it cannot run. */
export const neededFiles = ({ scripts, styles, routes }: NamedFiles): readonly string[] => [
  ...new Set([
    ENTRY_FILE,
    ...scripts,
    ...routes.flatMap((route) => route.code?.scripts ?? []),
    ...styleFiles({ styles, routes }),
  ]),
];

/**
 * Throws `ReleaseRefused` unless the descriptor belongs to the release and the release has every file that it names.
 */
export const requireWhole = (found: Release, descriptor: RemoteDescriptor): void => {
  if (descriptor.name !== found.remote || descriptor.version !== found.version)
    throw new ReleaseRefused('altered', `remote.json is of ${descriptor.name} ${descriptor.version}.`);
  const listed = new Set(found.files.map(({ file }) => file));
  const missing = neededFiles(descriptor).find((file) => !listed.has(file));
  if (missing) throw new ReleaseRefused('incomplete', `${missing} is missing.`);
};

/** Throws `ReleaseRefused` unless these are exactly the release's files. Returns the build's descriptor. */
export const verifyFiles = (found: Release, files: Files): RemoteDescriptor => {
  for (const listed of found.files) requireFile(listed, files.get(listed.file));
  const unlisted = [...files.keys()].find((file) => !found.files.some((listed) => listed.file === file));
  if (unlisted) throw new ReleaseRefused('altered', `${unlisted} is not among the files that were signed.`);
  const descriptor = descriptorIn(files);
  requireWhole(found, descriptor);
  return descriptor;
};

/** Returns the version of a development build; `at` in ms since 1970. */
export const devVersion = (version: string, at: number): string => `${version}-dev.${at}`;

/** Returns whether a version is a development build's; if it is live, a killed command may have left it. */
export const isDevVersion = (version: string): boolean => /-dev\.\d+$/.test(version);
