import pg from 'pg';

type Value = string | null;

/** SQL with its values kept separate. */
export interface Statement {
  readonly parts: readonly (string | { readonly value: Value })[];
}

/** `statement\`... ${value} ...\``: values become parameters, other statements are inserted as they are. */
export const statement = (texts: TemplateStringsArray, ...inserted: readonly (Value | Statement)[]): Statement => ({
  parts: texts.flatMap((text, index) => {
    if (index === inserted.length) return [text];
    const next = inserted[index];
    if (next === undefined) throw new TypeError(`There is no value after “${text}”.`);
    return next !== null && typeof next === 'object' ? [text, ...next.parts] : [text, { value: next }];
  }),
});

/** Returns a piece of SQL from our own code. Never pass it a caller's text. */
export const raw = (text: string): Statement => ({ parts: [text] });

/** Returns a function call with each argument on its own line. */
export const call = (fn: string, args: readonly Statement[]): Statement => ({
  parts: [`${fn}(`, ...args.flatMap(({ parts }, index) => [index === 0 ? '\n  ' : ',\n  ', ...parts]), ')'],
});

/** Returns the text and values for pg, with numbered parameters. */
export const parameterised = ({ parts }: Statement): { text: string; values: Value[] } => {
  const values: Value[] = [];
  const text = parts.map((part) => (typeof part === 'string' ? part : `$${values.push(part.value)}`)).join('');
  return { text, values };
};

const literal = (value: Value): string => (value === null ? 'null' : pg.escapeLiteral(value).trimStart());

/** Returns the SQL for people to read: every value is a literal, so that psql can run it as it is. */
export const withLiterals = ({ parts }: Statement): string =>
  `${parts.map((part) => (typeof part === 'string' ? part : literal(part.value))).join('')};`;
