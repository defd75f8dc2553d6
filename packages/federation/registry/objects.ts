import { z } from 'zod';
import { Failure } from './failure.ts';

/** The JSON object of the store at `key` in the form of `schema`. Throws one sentence when it has another form. */
export const parseObject = <S extends z.ZodType>(key: string, schema: S, body: Buffer): z.infer<S> => {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? z.prettifyError(error).replaceAll(/\s*\n\s*/g, ' ')
        : error instanceof Error
          ? error.message
          : '';
    throw new Failure(`${key} is not in the expected form: ${why}`);
  }
};
