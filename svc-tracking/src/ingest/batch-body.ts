import { ApiError, describeIssues, pageViewBatch } from '@course/contracts';

const MESSAGE_MAX_LENGTH = 500;

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(typeof text === 'string' ? text : '');
  } catch (cause) {
    throw new ApiError('invalid_json', undefined, { cause });
  }
};

/**
 * The items in the text of a batch's body, each still to be judged. Throws `invalid_json` or `invalid_body`.
 * Read here and not with the request, which would hold thousands of objects until it is answered.
 */
export const itemsOf = (text: unknown): readonly unknown[] => {
  const result = pageViewBatch.safeParse(parsed(text));
  if (result.success) return result.data.items;
  throw new ApiError('invalid_body', describeIssues(result.error.issues).slice(0, MESSAGE_MAX_LENGTH));
};
