import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../../dist/main.mjs');

export interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  /** Sends the signal and waits for the end. Returns the exit code, null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const portIn = async (child: ChildProcess): Promise<number> => {
  let log = '';
  for await (const chunk of child.stdout ?? []) {
    log += String(chunk);
    const port = /"port":(\d+)/.exec(log)?.[1];
    if (port) return Number(port);
  }
  throw new Error(`The program ended before it listened: ${log}`);
};

/** Runs the built program in a process of its own, with exactly these environment variables. */
export const startProgram = async (variables: Record<string, string>): Promise<Program> => {
  if (!existsSync(MAIN)) throw new Error('svc-tracking is not built: npx nx run svc-tracking:build');
  const child = spawn(process.execPath, [MAIN], {
    env: { ...variables, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const port = await portIn(child);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  return { child, port, end };
};
