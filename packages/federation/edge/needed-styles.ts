import { Parser } from 'htmlparser2';
import { parse, type ChildNode, type Container, type Root } from 'postcss';
import selectorParser, { type Node, type Pseudo } from 'postcss-selector-parser';

type Classes = ReadonlySet<string>;

function classesOf(html: string): Classes {
  const classes = new Set<string>();
  const parser = new Parser({
    onopentag: (_tag, attributes) => attributes['class']?.split(/\s+/).forEach((name) => classes.add(name)),
  });
  parser.end(html);
  return classes;
}

/** Pseudo-classes that require one of their arguments to match. */
const REQUIRING_A_MATCH: readonly string[] = [':is', ':where', ':has', ':host', '::slotted'];

const mayApply = (pseudo: Pseudo, classes: Classes): boolean =>
  !REQUIRING_A_MATCH.includes(pseudo.value) || pseudo.length === 0 || mayMatchOne(pseudo.nodes, classes);

function mayOccur(node: Node, classes: Classes): boolean {
  if (node.type === 'class') return classes.has(node.value);
  return node.type !== 'pseudo' || mayApply(node, classes);
}

const mayMatchOne = (selectors: readonly { readonly nodes: readonly Node[] }[], classes: Classes): boolean =>
  selectors.some(({ nodes }) => nodes.every((node) => mayOccur(node, classes)));

const mayMatch = (selectors: string, classes: Classes): boolean =>
  mayMatchOne(selectorParser().astSync(selectors).nodes, classes);

/**
 * At-rules that are removed when they are empty. Layers stay: the first sheet that names them determines their order.
 */
const CONDITIONAL_RULES: readonly string[] = ['media', 'supports', 'container', 'scope', 'starting-style'];

function isNeeded(node: ChildNode, classes: Classes): boolean {
  if (node.type === 'comment') return false;
  if (node.type === 'rule') return mayMatch(node.selector, classes);
  if (node.type !== 'atrule' || !node.nodes || ![...CONDITIONAL_RULES, 'layer'].includes(node.name)) return true;
  keepNeeded(node, classes);
  return node.name === 'layer' || node.nodes.length > 0;
}

function keepNeeded(container: Container, classes: Classes): void {
  for (const node of [...(container.nodes ?? [])]) if (!isNeeded(node, classes)) node.remove();
}

function keepUsedAnimations(root: Root): void {
  const values: string[] = [];
  root.walkDecls(({ value }) => void values.push(value));
  const isUsed = (name: string) => values.some((value) => value.includes(name));
  root.walkAtRules(/^(-\w+-)?keyframes$/, (keyframes) => {
    if (!isUsed(keyframes.params.replaceAll(/["']/g, ''))) keyframes.remove();
  });
}

/**
 * Returns the rules of a style sheet that can apply to this markup, in order: those whose classes all occur in it,
 * regardless of the state of its elements. Animations that none of them uses are left out. A style sheet that cannot be
 * parsed is returned unchanged.
 */
export function neededStyles(css: string, html: string): string {
  try {
    const root = parse(css);
    keepNeeded(root, classesOf(html));
    keepUsedAnimations(root);
    return root.toString().trim();
  } catch {
    return css;
  }
}
