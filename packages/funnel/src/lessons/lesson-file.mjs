/**
 * One day of the curriculum, as written in its file.
 * @typedef {object} Lesson
 * @property {number} day Day of the curriculum, 1 to 84; not the place in a reader's own order.
 * @property {number} week
 * @property {string} title
 * @property {number} minutes Minutes for reading and exercise together.
 * @property {string} exercise The exercise in one sentence.
 * @property {string} markdown The body, CommonMark.
 */

const NUMBERS = /** @type {const} */ ({ day: 84, week: 12, minutes: 60 });
const TEXTS = /** @type {const} */ ({ title: 60, exercise: 200 });

const FILE = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s;
const FIELD = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/;
/** Characters that begin something other than a plain scalar in YAML. */
const MARKS = /^[[\]{}|>&*!%@`"',#?-](?!\w)|^[[\]{}|>&*!%@`"']/;

/**
 * Returns `day-03.md` for day 3.
 * @param {number} day
 */
export const lessonFileName = (day) => `day-${String(day).padStart(2, '0')}.md`;

/**
 * Returns a YAML scalar on one line: plain, 'single' or "double" quoted, with or without a comment. Undefined for anything else.
 * @param {string} text
 */
const readValue = (text) => {
  const double = /^("(?:[^"\\]|\\.)*")(?:\s+#.*)?$/.exec(text)?.[1];
  if (double !== undefined) {
    try {
      return String(JSON.parse(double));
    } catch {
      return undefined;
    }
  }
  const single = /^'((?:[^']|'')*)'(?:\s+#.*)?$/.exec(text)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  const plain = text.replace(/(^|\s+)#.*$/, '').trim();
  return MARKS.test(plain) || /:(\s|$)/.test(plain) ? undefined : plain;
};

/**
 * Returns the fields between the lines `---`: the part of YAML that lessons need, a name and a value on each line. No YAML
 * library, because the content check runs with nothing installed.
 * @param {string} yaml
 * @returns {Record<string, string>}
 */
const readFields = (yaml) => {
  /** @type {[string, string][]} */
  const fields = [];
  for (const line of yaml.split(/\r?\n/)) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name, text = ''] = FIELD.exec(line.trimEnd()) ?? [];
    const value = readValue(text.trim());
    if (name === undefined || value === undefined)
      throw new Error(
        `the front matter cannot be read: ${line.trim()} (one name and value on each line; quote a value that contains a colon)`,
      );
    if (fields.some(([other]) => other === name))
      throw new Error(`the front matter cannot be read: ${name} occurs twice`);
    fields.push([name, value]);
  }
  return Object.fromEntries(fields);
};

/** @param {Record<string, string>} fields */
const problemsOf = (fields) => [
  ...Object.entries(NUMBERS).flatMap(([name, max]) =>
    /^\d+$/.test(fields[name] ?? '') && Number(fields[name]) >= 1 && Number(fields[name]) <= max
      ? []
      : [`${name}: must be a whole number from 1 to ${max}`],
  ),
  ...Object.entries(TEXTS).flatMap(([name, max]) => {
    const { length } = (fields[name] ?? '').trim();
    return length >= 1 && length <= max ? [] : [`${name}: must have 1 to ${max} letters`];
  }),
  ...Object.keys(fields).flatMap((name) => (name in NUMBERS || name in TEXTS ? [] : [`Unrecognized key: ${name}`])),
];

/**
 * Returns the lesson in a file's text. Throws an Error that says what is wrong with it.
 * @param {string} text
 * @returns {Readonly<Lesson>}
 */
export function parseLesson(text) {
  const [, yaml, body] = FILE.exec(text.replace(/^\uFEFF/, '')) ?? [];
  if (yaml === undefined || body === undefined) throw new Error('there is no front matter between two lines ---');
  const fields = readFields(yaml);
  const problems = problemsOf(fields);
  if (problems.length > 0) throw new Error(`front matter: ${problems.join('; ')}`);
  const markdown = body.trim();
  if (markdown === '') throw new Error('the lesson has no text');
  const { day, week, minutes, title = '', exercise = '' } = fields;
  return {
    day: Number(day),
    week: Number(week),
    minutes: Number(minutes),
    title: title.trim(),
    exercise: exercise.trim(),
    markdown,
  };
}
