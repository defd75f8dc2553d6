import { errorBody } from '@course/contracts';
import { z } from 'zod';

/** A body of JSON that a schema of the contracts describes. */
export const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) },
});

export const answer = (description: string, schema: z.ZodType) => ({ description, content: json(schema, 'output') });

export const error = (description: string) => answer(description, errorBody);

/** The one shape of errors, as a component's schema. */
export const errorSchema = () => {
  const { type, properties, required } = z.toJSONSchema(errorBody) as {
    type: string;
    properties: Record<string, { type: string }>;
    required: string[];
  };
  return { type, properties, required };
};
