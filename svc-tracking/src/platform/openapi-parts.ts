import { errorBody } from '@course/contracts';
import { z } from 'zod';

export const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) },
});

export const answer = (description: string, schema: z.ZodType) => ({ description, content: json(schema, 'output') });
export const error = (description: string) => answer(description, errorBody);
