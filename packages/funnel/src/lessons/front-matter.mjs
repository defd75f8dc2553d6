const FILE = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s;
const FIELD = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/;
/** Characters that start something other than a plain scalar in YAML. */
const MARKS = /^[[\]{}|>&*!%@`"',#?-](?!\w)|^[[\]{}|>&*!%@`"']/;

/**
 * Parses a YAML scalar on one line: plain or quoted, with or without a comment. Undefined for anything else.
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
 * Parses the fields between the lines `---`, the subset of YAML that content files need: a name and a value on each
 * line. Without a YAML library, because the content check runs with nothing installed.
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

/**
 * Returns the fields and the body of a content file. Throws an Error that says what is wrong with its front matter.
 * @param {string} text
 */
export const readContentFile = (text) => {
  const [, yaml, body] = FILE.exec(text.replace(/^\uFEFF/, '')) ?? [];
  if (yaml === undefined || body === undefined) throw new Error('there is no front matter between two lines ---');
  return { fields: readFields(yaml), markdown: body.trim() };
};

/**
 * Returns a problem unless the field is a whole number from 1 to `max`.
 * @param {Readonly<Record<string, string>>} fields
 * @param {string} name
 * @param {number} max
 */
export const numberProblems = (fields, name, max) =>
  /^\d+$/.test(fields[name] ?? '') && Number(fields[name]) >= 1 && Number(fields[name]) <= max
    ? []
    : [`${name}: must be a whole number from 1 to ${max}`];

/**
 * Returns a problem unless the field is a text of 1 to `max` letters.
 * @param {Readonly<Record<string, string>>} fields
 * @param {string} name
 * @param {number} max
 */
export const textProblems = (fields, name, max) => {
  const { length } = (fields[name] ?? '').trim();
  return length >= 1 && length <= max ? [] : [`${name}: must have 1 to ${max} letters`];
};
