import pg from 'pg';

type Value = string | null;

/** SQL with its values kept apart from it. */
export interface Statement {
  readonly parts: readonly (string | { readonly value: Value })[];
}

/** `statement\`... ${value} ...\``: values become parameters, other statements are put in as they are. */
export const statement = (texts: TemplateStringsArray, ...inserted: readonly (Value | Statement)[]): Statement => ({
  parts: texts.flatMap((text, index) => {
    if (index === inserted.length) return [text];
    const next = inserted[index];
    if (next === undefined) throw new TypeError(`There is no value after “${text}”.`);
    return next !== null && typeof next === 'object' ? [text, ...next.parts] : [text, { value: next }];
  }),
});

/** A piece of SQL of ours. Never of a caller's. */
export const raw = (text: string): Statement => ({ parts: [text] });

/** A call of a function of ours, each argument on a line of its own. */
export const call = (fn: string, passed: readonly Statement[]): Statement => ({
  parts: [`${fn}(`, ...passed.flatMap(({ parts }, index) => [index === 0 ? '\n  ' : ',\n  ', ...parts]), ')'],
});

/** For pg: numbered parameters. */
export const parameterised = ({ parts }: Statement): { text: string; values: Value[] } => {
  const values: Value[] = [];
  const text = parts.map((part) => (typeof part === 'string' ? part : `$${values.push(part.value)}`)).join('');
  return { text, values };
};

const literal = (value: Value): string => (value === null ? 'null' : pg.escapeLiteral(value).trimStart());

/** The same for people: every value as a literal, so that psql runs it as it stands. */
export const withLiterals = ({ parts }: Statement): string =>
  `${parts.map((part) => (typeof part === 'string' ? part : literal(part.value))).join('')};`;
