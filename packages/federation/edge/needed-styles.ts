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

/** Pseudo-classes that need one of the selectors in their brackets to match. */
const NEEDING_ONE: readonly string[] = [':is', ':where', ':has', ':host', '::slotted'];

const mayHold = (pseudo: Pseudo, classes: Classes): boolean =>
  !NEEDING_ONE.includes(pseudo.value) || pseudo.length === 0 || mayMatchOne(pseudo.nodes, classes);

function mayOccur(node: Node, classes: Classes): boolean {
  if (node.type === 'class') return classes.has(node.value);
  return node.type !== 'pseudo' || mayHold(node, classes);
}

const mayMatchOne = (selectors: readonly { readonly nodes: readonly Node[] }[], classes: Classes): boolean =>
  selectors.some(({ nodes }) => nodes.every((node) => mayOccur(node, classes)));

const mayMatch = (selectors: string, classes: Classes): boolean =>
  mayMatchOne(selectorParser().astSync(selectors).nodes, classes);

/** At-rules around rules, which go when nothing is left in them. Layers stay: the first sheet that names them sets their order. */
const AROUND_RULES: readonly string[] = ['media', 'supports', 'container', 'scope', 'starting-style'];

function isNeeded(node: ChildNode, classes: Classes): boolean {
  if (node.type === 'comment') return false;
  if (node.type === 'rule') return mayMatch(node.selector, classes);
  if (node.type !== 'atrule' || !node.nodes || ![...AROUND_RULES, 'layer'].includes(node.name)) return true;
  keepNeeded(node, classes);
  return node.name === 'layer' || node.nodes.length > 0;
}

function keepNeeded(container: Container, classes: Classes): void {
  for (const node of [...(container.nodes ?? [])]) if (!isNeeded(node, classes)) node.remove();
}

function keepNamedAnimations(root: Root): void {
  const values: string[] = [];
  root.walkDecls(({ value }) => void values.push(value));
  const isNamed = (name: string) => values.some((value) => value.includes(name));
  root.walkAtRules(/^(-\w+-)?keyframes$/, (keyframes) => {
    if (!isNamed(keyframes.params.replaceAll(/["']/g, ''))) keyframes.remove();
  });
}

/**
 * The rules of a style sheet that can apply to this markup, in their order: those all of whose classes occur in it, in
 * whatever state its elements are. Animations that none of them names are left out. A style sheet that
 * cannot be parsed is returned unchanged.
 */
export function neededStyles(css: string, html: string): string {
  try {
    const root = parse(css);
    keepNeeded(root, classesOf(html));
    keepNamedAnimations(root);
    return root.toString().trim();
  } catch {
    return css;
  }
}
