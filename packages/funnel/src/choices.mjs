/**
 * Returns the values of a stored answer: all of a JSON array, a single value as it is, none if absent or invalid.
 * @param {string | null | undefined} answer
 * @returns {string[]}
 */
export const decodeChoices = (answer) => {
  if (!answer) return [];
  if (!answer.startsWith('[')) return [answer];
  try {
    /** @type {unknown} */
    const parsed = JSON.parse(answer);
    return Array.isArray(parsed) ? parsed.filter((value) => typeof value === 'string') : [];
  } catch {
    return [];
  }
};
