import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contentProblems, type ContentFile } from './content-check.ts';

/** All Markdown files of a folder; what is not named like a lesson is the check's to refuse. */
export const readContent = (dir: string): ContentFile[] =>
  readdirSync(dir).filter((name) => name.endsWith('.md')).map((name) => ({ name, text: readFileSync(path.join(dir, name), 'utf8') }));

// Run by itself with a folder, it prints a JSON list of what is wrong there.
const [, program = '', dir] = process.argv;
if (dir !== undefined && path.resolve(program) === import.meta.filename) process.stdout.write(`${JSON.stringify(contentProblems(readContent(dir)))}\n`);
