import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { Failure } from './failure.ts';

/** Replaces a file as a whole: readers see the old text or the new one, never a part. */
export const writeAtomically = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};

/** A JSON file in the form of `schema`. `undefined` when there is no such file; throws one sentence when it has another form. */
export const readJson = <S extends z.ZodType>(file: string, schema: S): z.infer<S> | undefined => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new Failure(
      `${file} is not in the expected form. Correct or delete it: ${error instanceof Error ? error.message : ''}`,
    );
  }
};
