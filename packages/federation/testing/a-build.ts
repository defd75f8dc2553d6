import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { CONTRACT } from '../contract/remote.ts';
import { localReleases, type LocalReleases } from '../registry/local-releases.ts';
import { readRegistry, stableOf } from '../registry/registry.ts';

/** A folder that is deleted after the test. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'federation-spec-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** An installation in a folder that is deleted after the test. */
export const emptyLocalReleases = (): LocalReleases => localReleases(scratchFolder());

/** Returns the live version according to the registry, with those that it can be rolled back to. */
export const liveIn = async ({ store }: LocalReleases, name = 'mf-sample') => {
  const current = await readRegistry(store);
  const stable = stableOf(current, name);
  const { previous = [], releases = {} } = current.remotes[name] ?? {};
  return stable && { version: stable.row.version, previous: previous.map((id) => releases[id]?.version) };
};

interface BuildOptions extends Partial<RemoteDescriptor> {
  /** The entry script's text; a longer one makes a larger build. */
  readonly code?: string;
  readonly folder?: string;
}

/** Writes a remote's build as its tools do. Returns its folder. */
export const aBuild = ({ code = 'export {}', folder = scratchFolder(), ...changed }: BuildOptions = {}): string => {
  const descriptor: RemoteDescriptor = {
    name: 'mf-sample',
    version: '1.0.0',
    contract: CONTRACT,
    scripts: ['assets/remote.1.js'],
    styles: ['assets/remote.1.css'],
    routes: [{ path: '/sample', screen: 'sample', title: 'Sample', indexable: false, html: '<main>Sample</main>' }],
    ...changed,
  };
  const files = {
    'remoteEntry.js': code,
    'mf-manifest.json': '{}',
    'assets/remote.1.js': 'void 0',
    'assets/remote.1.css': `.${descriptor.name}-SG1P{}`,
  };
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  writeFileSync(path.join(folder, 'remote.json'), JSON.stringify(descriptor));
  return folder;
};
