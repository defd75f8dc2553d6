import { createHash, sign, verify } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import {
  release,
  RELEASE_FILE,
  releasedFile,
  type Release,
  type ReleasedFile,
  type Teams,
} from '../contract/release.ts';
import { Failure, sentenceOf } from '../base/failure.ts';
import { parseObject } from '../base/files.ts';
import { verifyingKey, type SigningKey } from './keys.ts';

/**
 * Why a release must not be served: `unsigned` by a key of its team, `altered` since, or `incomplete`. The message is a
 * sentence that names the file.
 */
export class ReleaseRefused extends Failure {
  constructor(
    readonly reason: 'unsigned' | 'altered' | 'incomplete',
    message: string,
  ) {
    super(message);
  }
}

/** A build's files by their paths. */
export type Files = ReadonlyMap<string, Buffer>;

export const integrityOf = (body: Buffer): string => `sha384-${createHash('sha384').update(body).digest('base64')}`;

const inOrder = (files: readonly ReleasedFile[]): readonly ReleasedFile[] =>
  [...files].sort((one, other) => (one.file < other.file ? -1 : 1));

/** Reads a build's folder. A description of an earlier release that lies in it is no part of the build. */
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

/** Returns a release's name: it follows from the remote and the content of all its files. */
const nameOf = (remote: string, files: readonly ReleasedFile[]): string =>
  createHash('sha256')
    .update(JSON.stringify([remote, ...inOrder(files).map(({ file, integrity }) => [file, integrity])]))
    .digest('hex')
    .slice(0, 20);

/** What the signature covers, the same bytes on every machine. The head keeps it from meaning anything elsewhere. */
const signedBytes = ({ remote, release: name, version, commit, files }: Omit<Release, 'signature'>): Buffer =>
  Buffer.from(
    `course-release-1\n${JSON.stringify([
      remote,
      name,
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

/** The description that a build brings. Throws one sentence when it has none, or one of another form. */
export const descriptorIn = (files: Files): RemoteDescriptor => {
  const body = files.get('remote.json');
  if (!body) throw new ReleaseRefused('incomplete', 'remote.json is missing.');
  return parseObject('remote.json', remoteDescriptor, body);
};

/** The same build under another version. */
const withVersion = (files: Files, version: string): Files => {
  const described = Buffer.from(JSON.stringify({ ...descriptorIn(files), version }));
  // Compressed copies of the former description would contradict the new one.
  const kept = [...files].filter(([file]) => !/^remote\.json(\.br|\.gz)?$/.test(file));
  return new Map([...kept, ['remote.json', described]]);
};

/** Makes a release of a build's files. */
export const signRelease = (files: Files, key: SigningKey, commit: string | null = null): Release => {
  const { name: remote, version } = descriptorIn(files);
  const described = inOrder(describe(files));
  const unsigned = { remote, release: nameOf(remote, described), version, commit, files: [...described] };
  const value = sign(null, signedBytes(unsigned), key.privateKey).toString('base64');
  return { ...unsigned, signature: { key: key.id, value } };
};

/** Makes a release of a build's files, if need be under another version than their own, with the files that it then has. */
export const signBuild = (
  built: Files,
  key: SigningKey,
  { version, commit }: { readonly version?: string | undefined; readonly commit: string | null },
): { readonly release: Release; readonly files: Files } => {
  const isOwn = version === undefined || version === descriptorIn(built).version;
  const files = isOwn ? built : withVersion(built, version);
  return { release: signRelease(files, key, commit), files };
};

/** Reads a `release.json`. Throws `ReleaseRefused` when it is none. */
export const parseRelease = (body: Buffer): Release => {
  try {
    return parseObject(RELEASE_FILE, release, body);
  } catch (error) {
    throw new ReleaseRefused('unsigned', sentenceOf(error));
  }
};

/** Throws `ReleaseRefused` unless the release is of that remote, bears the name of its content and a signature of its team. */
export const requireSigned = (found: Release, remote: string, known: Teams): void => {
  const named = `${found.remote} ${found.version}`;
  if (found.remote !== remote)
    throw new ReleaseRefused('unsigned', `The release is of ${found.remote}, not of ${remote}.`);
  if (nameOf(remote, found.files) !== found.release)
    throw new ReleaseRefused('altered', `${RELEASE_FILE} of ${named} lists other files than its name says.`);
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

/** The files that a build's own description names, and without which it cannot run. */
export const neededFiles = ({ scripts, styles }: Pick<RemoteDescriptor, 'scripts' | 'styles'>): readonly string[] => [
  ...new Set(['remoteEntry.js', ...scripts, ...styles]),
];

/** Throws `ReleaseRefused` unless the description is the release's own and the release has every file that it names. */
export const requireWhole = (found: Release, descriptor: RemoteDescriptor): void => {
  if (descriptor.name !== found.remote || descriptor.version !== found.version)
    throw new ReleaseRefused('altered', `remote.json is of ${descriptor.name} ${descriptor.version}.`);
  const listed = new Set(found.files.map(({ file }) => file));
  const missing = neededFiles(descriptor).find((file) => !listed.has(file));
  if (missing) throw new ReleaseRefused('incomplete', `${missing} is missing.`);
};

/** Throws `ReleaseRefused` unless these files are exactly the release's. Returns the build's description. */
export const verifyFiles = (found: Release, files: Files): RemoteDescriptor => {
  for (const listed of found.files) requireFile(listed, files.get(listed.file));
  const strange = [...files.keys()].find((file) => !found.files.some((listed) => listed.file === file));
  if (strange) throw new ReleaseRefused('altered', `${strange} is not among the files that were signed.`);
  const descriptor = descriptorIn(files);
  requireWhole(found, descriptor);
  return descriptor;
};

/** The version of a build under development; `at` in ms since 1970. */
export const devVersion = (version: string, at: number): string => `${version}-dev.${at}`;

/** Whether a version was made under development; one that is live was perhaps left by a command that was killed. */
export const isDevVersion = (version: string): boolean => /-dev\.\d+$/.test(version);
