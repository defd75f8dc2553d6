/** One top-level rule of a style sheet: what stands before its braces, and what stands between them. */
interface Rule {
  readonly head: string;
  readonly body: string;
}

const rulesOf = (css: string): Rule[] => {
  const rules: Rule[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  // Braces in a text are no braces of a rule.
  for (const { 0: sign, index } of css.matchAll(/[{}]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[^]*?\*\//g)) {
    if (sign === '{' && depth++ === 0) open = index;
    if (sign !== '}' || --depth > 0) continue;
    rules.push({ head: css.slice(start, open), body: css.slice(open + 1, index) });
    start = index + 1;
  }
  return rules;
};

const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;

/** Whether elements with these classes could match one of the selectors. What a selector excludes does not have to be there. */
const couldMatch = (selectors: string, classes: ReadonlySet<string>): boolean =>
  selectors.split(/,(?![^(]*\))/).some((selector) => [...selector.replaceAll(/:(?:not|is|where)\([^)]*\)/g, '').matchAll(CLASS)].every(([, name]) => classes.has(name!)));

const classesOf = (html: string): ReadonlySet<string> => new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')));

function needed(css: string, classes: ReadonlySet<string>): string {
  return rulesOf(css)
    .flatMap(({ head, body }) => {
      if (/^\s*@(?:media|supports|layer|container)/.test(head)) {
        const within = needed(body, classes);
        return within ? `${head}{${within}}` : [];
      }
      return head.trimStart().startsWith('@') || couldMatch(head, classes) ? `${head}{${body}}` : [];
    })
    .join('');
}

const KEYFRAMES = /@keyframes\s+([\w-]+)/;

/**
 * The rules of a style sheet that can apply to this markup, in their order: those all of whose classes occur in it, in
 * whatever state its elements are. Animations that none of them names are left out.
 */
export function neededStyles(css: string, html: string): string {
  const found = needed(css, classesOf(html));
  const rest = rulesOf(found);
  const named = rest.filter(({ head }) => !KEYFRAMES.test(head)).map(({ body }) => body).join();
  return rest
    .filter(({ head }) => named.includes(KEYFRAMES.exec(head)?.[1] ?? ''))
    .map(({ head, body }) => `${head}{${body}}`)
    .join('');
}
