import fs from 'node:fs/promises';
import path from 'node:path';
import { FAILURE_REASONS } from '@course/federation/contract';
import type { PageRemote } from '@course/federation/edge';
import { screenStates, type ScreenStates, type ShownScreen } from '@course/federation/screen-states';

export const FALLBACK_PREFIX = '/__screens/fallback/';

const SHELL_SCREENS: readonly ShownScreen[] = [
  { owner: 'shell', path: '/__screens/nowhere', title: 'Not found', states: [] },
  ...FAILURE_REASONS.map((reason) => ({
    owner: 'shell',
    path: FALLBACK_PREFIX + reason,
    title: `A remote's screen that is ${reason}`,
    states: [],
  })),
];

/** Returns every screen that the live builds declare, with its states, followed by the shell's own. */
export async function listScreens(remotes: readonly PageRemote[], remotesDir: string): Promise<ShownScreen[]> {
  const declared = await Promise.all(remotes.map((remote) => screensOf(remote, remotesDir)));
  return [...declared.flat(), ...SHELL_SCREENS];
}

async function screensOf({ name, entry, descriptor }: PageRemote, remotesDir: string): Promise<ShownScreen[]> {
  const states = await readStates(path.join(remotesDir, '..', path.dirname(entry.entry), 'screen-states.json'));
  return (descriptor?.routes ?? []).map((route) => ({
    owner: name,
    path: route.path,
    title: route.title,
    states: states[route.path] ?? [],
  }));
}

/** Returns no states for a build without the file. */
async function readStates(file: string): Promise<ScreenStates> {
  const text = await fs.readFile(file, 'utf8').catch(() => '{}');
  return screenStates.parse(JSON.parse(text));
}
