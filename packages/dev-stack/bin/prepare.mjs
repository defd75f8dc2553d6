import { spawn } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const INSTALLED_LOCK = path.join(ROOT, 'node_modules/.package-lock.json');
const LOCK_FILE = path.join(ROOT, 'package-lock.json');
const NEEDED_NODE = [20, 19];

const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = NEEDED_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  console.error(
    `Node ${NEEDED_NODE.join('.')} or newer is needed, this is ${process.versions.node}. Install the current LTS from https://nodejs.org.`,
  );
  process.exit(1);
};

const isInstalled = () =>
  existsSync(INSTALLED_LOCK) &&
  (!existsSync(LOCK_FILE) || statSync(INSTALLED_LOCK).mtimeMs >= statSync(LOCK_FILE).mtimeMs);

// `npm ci` would refuse a lock file that lacks another platform's optional packages. Development tools are needed
// whatever NODE_ENV is.
const NPM_ARGS = ['install', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];

const npmInstall = (/** @type {number} */ stoppedExitCode, /** @type {readonly string[]} */ ...extraArgs) =>
  /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const child = spawn('npm', [...NPM_ARGS, ...extraArgs], {
        cwd: ROOT,
        detached: true,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
      // Ends npm and its children when this process is ended.
      const stop = () => {
        if (child.pid) process.kill(-child.pid, 'SIGTERM');
        child.once('exit', () => process.exit(stoppedExitCode));
      };
      for (const signal of signals) process.once(signal, stop);
      child.once('error', reject);
      child.once('exit', (code) => {
        for (const signal of signals) process.off(signal, stop);
        if (code === 0) resolve();
        else reject(new Error(`exit code ${code}`));
      });
    })
  );

const install = async (/** @type {number} */ stoppedExitCode) => {
  // A relative path, because packages may not be installed yet.
  // eslint-disable-next-line @nx/enforce-module-boundaries
  const { takeLock } = await import('../../federation/base/lock.mjs');
  const release = await takeLock(path.join(ROOT, 'node_modules/.course-install.lock'), (holder) =>
    console.log(`Waiting for process ${holder}, which installs the dependencies`),
  );
  try {
    if (isInstalled()) return;
    console.log('Installing dependencies (npm install)');
    // Skips revalidating cached packages with the registry. Fails if the cached metadata lacks a version in the lock
    // file.
    await npmInstall(stoppedExitCode, '--prefer-offline', '--loglevel=silent').catch(() =>
      npmInstall(stoppedExitCode, '--loglevel=error'),
    );
    // npm does not touch the file when nothing changed, so that every start would install again.
    utimesSync(INSTALLED_LOCK, new Date(), new Date());
  } finally {
    release();
  }
};

const die = (/** @type {unknown} */ error) => {
  console.error(
    `The dependencies could not be installed (${error instanceof Error ? error.message : error}). Type: npm install`,
  );
  process.exit(1);
};

/**
 * Prepares a fresh checkout so that this process can import TypeScript sources. If it is stopped meanwhile, it exits
 * with `stoppedExitCode`.
 */
export const prepare = async (/** @type {number} */ stoppedExitCode) => {
  requireNode();
  if (!isInstalled()) {
    await install(stoppedExitCode).catch(die);
  }
  const { register } = await import('tsx/esm/api');
  register();
};
