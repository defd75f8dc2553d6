import path from 'node:path';
import { z } from 'zod';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { runTool, type ToolResult } from '../process/run-tool.ts';

// A program of its own: a service's code is not this package's to import.
const PROGRAM = path.join(PROJECT_ROOT, 'svc-funnel/src/lessons/content-check.main.ts');

const check = (dir: string): Promise<ToolResult> => runTool(process.execPath, ['--import', 'tsx', PROGRAM, dir]);

/** The list is the program's last line; npm or Node may say something before it. */
const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

/** What is wrong with the lessons of a folder, each beginning with its file's name. Rejects when they cannot be judged at all. */
export const lessonProblems = async (dir: string, run: (dir: string) => Promise<ToolResult> = check): Promise<string[]> => {
  const { code, output } = await run(dir);
  if (code !== 0) throw new Failure(`The lessons in ${dir} could not be checked: ${lastLine(output)}`);
  return z.array(z.string()).parse(JSON.parse(lastLine(output)));
};

/** The lines that tell an owner how the lessons are. */
export const lessonReport = (problems: readonly string[], dir: string): string =>
  problems.length === 0
    ? `Lessons in ${dir}: all there, nothing to repair.`
    : [`Lessons in ${dir}: ${problems.length} to repair before going live.`, ...problems.map((problem) => `  ${problem}`)].join('\n');
