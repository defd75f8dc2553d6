import { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from './failure.ts';

/** Replaces a file as a whole: readers see the old text or the new one, never a part. */
export const writeAtomically = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};

/** JSON text in the form of `schema`; `place` is where it lies, for people. Throws one sentence when it has another form. */
export const parseObject = <S extends z.ZodType>(place: string, schema: S, text: Buffer | string): z.infer<S> => {
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replaceAll(/\s*\n\s*/g, ' ') : String(error);
    throw new Failure(`${place} is not in the expected form. Correct or delete it: ${why}`);
  }
};

/** A JSON file in the form of `schema`. `undefined` when there is no such file; throws as `parseObject` does. */
export const readJson = <S extends z.ZodType>(file: string, schema: S): z.infer<S> | undefined => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return parseObject(file, schema, text);
};

/** Whether there is such a file, and this process may run it. */
export const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
