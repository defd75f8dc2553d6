import { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from './failure.ts';

/** Replaces a file atomically: readers see either the old text or the new one. */
export const writeAtomically = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};

/** Parses JSON text by `schema`. Throws what `failureFor` returns for the reason if the text does not match. */
export const parseJson = <S extends z.ZodType>(
  schema: S,
  text: Buffer | string,
  failureFor: (why: string) => Failure,
): z.infer<S> => {
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw failureFor(error instanceof z.ZodError ? z.prettifyError(error).replaceAll(/\s*\n\s*/g, ' ') : String(error));
  }
};

/** Parses JSON text by `schema`. Throws a one-sentence failure that names `place` if the text does not match. */
export const parseObject = <S extends z.ZodType>(place: string, schema: S, text: Buffer | string): z.infer<S> =>
  parseJson(schema, text, (why) => new Failure(`${place} is not in the expected form. Correct or delete it: ${why}`));

/** Reads a JSON file by `schema`. Returns undefined if there is no such file; throws like `parseObject`. */
export const readJson = <S extends z.ZodType>(file: string, schema: S): z.infer<S> | undefined => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return parseObject(file, schema, text);
};

/** Returns whether the file exists and this process may execute it. */
export const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
