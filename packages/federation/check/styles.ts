import postcss, { type AtRule, type Rule } from 'postcss';
import parseSelector, { type Node, type Selector } from 'postcss-selector-parser';
import { messageOf } from '../base/failure.ts';
import type { Build } from './build.ts';
import type { Refusal } from './refusal.ts';

/** Names that apply to a whole page, which the host and all remotes share. */
interface Names {
  readonly classes: ReadonlySet<string>;
  readonly keyframes: ReadonlySet<string>;
  readonly families: ReadonlySet<string>;
}

const isKeyframes = ({ name }: AtRule): boolean => /^(-\w+-)?keyframes$/i.test(name);

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');

const familyOf = (face: AtRule): string => {
  let family = '';
  face.walkDecls('font-family', ({ value }) => void (family = unquoted(value)));
  return family;
};

/**
 * Returns the names that these style sheets use. A remote's own names must not be among those of the host or other
 * remotes.
 */
export const namesIn = (sheets: readonly string[]): Names => {
  const [classes, keyframes, families] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const root of sheets.map((css) => postcss.parse(css))) {
    root.walkAtRules((rule) => {
      if (isKeyframes(rule)) keyframes.add(unquoted(rule.params));
      if (rule.name === 'font-face') families.add(familyOf(rule));
    });
    root.walkRules(({ selector, parent }) => {
      if (parent?.type === 'atrule' && isKeyframes(parent as AtRule)) return;
      parseSelector((parsed) => parsed.walkClasses(({ value }) => void classes.add(value))).processSync(selector);
    });
  }
  return { classes, keyframes, families };
};

/** Pseudo-classes that match only if something matches their argument, as in `html:has(.own)`. */
const MATCHING = [':is', ':where', ':has'];

/**
 * Returns whether a selector matches only where, or while, there is an element of an own class. `:not()` binds nothing.
 */
const isBound = (selector: Selector, { classes }: Pick<Names, 'classes'>): boolean =>
  selector.nodes.some((node: Node) => {
    if (node.type === 'class') return !classes.has(node.value);
    if (node.type !== 'pseudo' || !MATCHING.includes(node.value)) return false;
    return node.nodes.length > 0 && node.nodes.every((inner) => isBound(inner, { classes }));
  });

const unboundIn = (rule: Rule, foreign: Names): readonly string[] => {
  const unbound: string[] = [];
  parseSelector((parsed) =>
    parsed.each((selector) => void (isBound(selector, foreign) || unbound.push(String(selector).trim()))),
  ).processSync(rule.selector);
  return unbound;
};

/** At-rules that apply to the whole page, wherever they are. */
const PAGE_WIDE = ['import', 'property', 'page', 'counter-style', 'font-palette-values', 'view-transition'];

const refusalsOfRule = (rule: Rule, foreign: Names): readonly string[] => {
  // Nested rules are bound by the outer rule.
  if (rule.parent?.type === 'rule' || (rule.parent?.type === 'atrule' && isKeyframes(rule.parent as AtRule))) return [];
  return unboundIn(rule, foreign).map((selector) => `the selector ${selector} reaches outside the remote`);
};

const refusalsOfAtRule = (rule: AtRule, foreign: Names): readonly string[] => {
  if (isKeyframes(rule) && foreign.keyframes.has(unquoted(rule.params)))
    return [`@keyframes ${rule.params} has a name that the host or another remote uses`];
  if (rule.name === 'font-face' && foreign.families.has(familyOf(rule)))
    return [`@font-face ${familyOf(rule)} has a name that the host or another remote uses`];
  return PAGE_WIDE.includes(rule.name) ? [`@${rule.name} ${rule.params} applies to the whole page`] : [];
};

const REMEDY = 'Write it in a CSS module (*.module.css), bound to a class of its own.';

/**
 * Refuses styles that reach outside the remote. `others` are the style sheets on the same page: the host's and those of
 * the other live remotes.
 */
export const styleRefusals = ({ files }: Pick<Build, 'files'>, others: readonly string[]): readonly Refusal[] => {
  const foreign = namesIn(others);
  return [...files]
    .filter(([file]) => file.endsWith('.css'))
    .flatMap(([file, body]) => {
      const found: string[] = [];
      try {
        const root = postcss.parse(body.toString());
        root.walkRules((rule) => void found.push(...refusalsOfRule(rule, foreign)));
        root.walkAtRules((rule) => void found.push(...refusalsOfAtRule(rule, foreign)));
      } catch (error) {
        found.push(`it is not a valid style sheet: ${messageOf(error)}`);
      }
      return [...new Set(found)].map((reason) => ({ where: file, reason, remedy: REMEDY }));
    });
};
