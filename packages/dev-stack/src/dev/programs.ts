import path from 'node:path';
import { PROJECT_ROOT } from '@course/ops/paths';
import type { Supervisor } from '../supervise/supervisor.ts';
import { changeDetector } from './changed.ts';
import { watchBuild, type WatchOptions } from './watch-build.ts';

/** Which service runs what a project builds, and which of its files it reads when it starts. */
const PROGRAMS = [
  { service: 'funnel', project: 'svc-funnel', files: ['dist/main.mjs'] },
  { service: 'tracking', project: 'svc-tracking', files: ['dist/main.mjs'] },
  { service: 'edge', project: 'shell', files: ['dist/edge/main.mjs', 'dist/web/shell.json'] },
] as const;

type Tools = Pick<WatchOptions, 'signal' | 'say'>;

/** Builds the services and the shell at every change and starts what they run again. */
export const watchPrograms = (supervisor: Supervisor, { signal, say }: Tools): readonly Promise<void>[] =>
  PROGRAMS.map(({ service, project, files }) => {
    const folder = path.join(PROJECT_ROOT, project);
    const hasChanged = changeDetector(files.map((file) => path.join(folder, file)));
    const onBuilt = async (): Promise<void> => {
      if (!hasChanged()) return;
      say(`${project}: built, ${service} is started again`);
      supervisor.restart(service);
    };
    return watchBuild({ folder, signal, say, onBuilt });
  });
