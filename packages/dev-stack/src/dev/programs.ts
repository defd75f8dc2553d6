import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import type { Supervisor } from '../supervise/supervisor.ts';
import { changeDetector } from './changed.ts';
import { watchBuild, type WatchOptions } from './watch-build.ts';

/** The service that runs each project's build, and the built files that it reads when it starts. */
const PROGRAMS = [
  { service: 'funnel', project: 'svc-funnel', files: ['dist/main.mjs'] },
  { service: 'tracking', project: 'svc-tracking', files: ['dist/main.mjs'] },
  { service: 'edge', project: 'shell', files: ['dist/edge/main.mjs', 'dist/web/shell.json'] },
] as const;

type Tools = Pick<WatchOptions, 'signal' | 'say'>;

/** Rebuilds the services and the shell on every change, and restarts what their builds run. */
export const watchPrograms = (supervisor: Supervisor, { signal, say }: Tools): readonly Promise<void>[] =>
  PROGRAMS.map(({ service, project, files }) => {
    const folder = path.join(PROJECT_ROOT, project);
    const hasChanged = changeDetector(files.map((file) => path.join(folder, file)));
    const onBuilt = async (): Promise<void> => {
      if (!hasChanged()) return;
      say(`${project}: built, restarting ${service}`);
      supervisor.restart(service);
    };
    return watchBuild({ folder, signal, say, onBuilt });
  });
