import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** What mail programs do to a mail, judged from its source alone, because tests cannot run Outlook or Gmail. */

type Styles = Readonly<Record<string, string>>;

const stylesIn = (rules: string): Styles =>
  Object.fromEntries(
    rules.split(';').flatMap((rule) => {
      const [name, ...value] = rule.split(':');
      return name?.trim() && value.length > 0 ? [[name.trim().toLowerCase(), value.join(':').trim()]] : [];
    }),
  );

/** By style attribute: mails have few different ones, and each is looked up many times. */
const parsed = new Map<string, Styles>();

const stylesOf = (element: Element): Styles => {
  const rules = element.attribs['style'] ?? '';
  const styles = parsed.get(rules) ?? stylesIn(rules);
  parsed.set(rules, styles);
  return styles;
};

const elementsIn = (nodes: readonly ChildNode[]): Element[] =>
  nodes.flatMap((node) => (isTag(node) ? [node, ...elementsIn(node.children)] : []));

const bodyOf = (html: string): Element => {
  const body = elementsIn(parseDocument(html).children).find(({ name }) => name === 'body');
  if (!body) throw new Error('no body');
  return body;
};

/** Returns the source as classic Outlook on Windows reads it: conditional comments resolved, other comments removed. */
export const asOutlookReads = (html: string): string =>
  html
    .replace(/<!--\[if !mso\]><!-->.*?<!--<!\[endif\]-->/gs, '')
    .replace(/<!--\[if (?:mso|true|gte mso \d+)[^\]]*\]>(.*?)<!\[endif\]-->/gs, '$1')
    .replace(/<!--.*?-->/gs, '');

const isBlock = ({ name }: Element): boolean => ['div', 'p', 'h1', 'h2', 'h3', 'pre', 'blockquote'].includes(name);

const paddingOf = (styles: Styles): string[] =>
  Object.entries(styles).flatMap(([name, value]) =>
    name.startsWith('padding') && /[1-9]/.test(value) ? [`${name}:${value}`] : [],
  );

const nameOf = ({ name, attribs }: Element): string =>
  `<${name}${attribs['class'] ? ` class="${attribs['class']}"` : ''}>`;

/** Word, which renders Outlook's mails, pads only cells and buttons. A quotation may lose its indent. */
const MAY_LOSE_PADDING = ['blockquote'];

const outlookProblemsOf = (element: Element): string[] => {
  const styles = stylesOf(element);
  const named = nameOf(element);
  const problems: string[] = [];
  if (/^(inline-)?(flex|grid)$/.test(styles['display'] ?? ''))
    problems.push(`${named} is laid out by ${styles['display']}`);
  if (styles['position'] || styles['float']) problems.push(`${named} is placed by position or float`);
  if (/url\(|gradient\(/.test(element.attribs['style'] ?? '')) problems.push(`${named} has a background picture`);
  if (/calc\(|var\(/.test(element.attribs['style'] ?? '')) problems.push(`${named} has a computed size`);
  if (isBlock(element) && !MAY_LOSE_PADDING.includes(element.name))
    problems.push(...paddingOf(styles).map((padding) => `${named} would lose ${padding}`));
  if (element.name === 'table' && element.attribs['role'] === 'presentation')
    for (const name of ['border', 'cellpadding', 'cellspacing'])
      if (element.attribs[name] === undefined) problems.push(`${named} has no ${name}`);
  if (element.name === 'img' && !(Number(element.attribs['width']) > 0 && Number(element.attribs['height']) > 0))
    problems.push(`${named} has no size of its own`);
  return problems;
};

/** True if the element is inside a table of fixed width: Outlook ignores max-width. */
const isBoundedAbove = (element: Element): boolean => {
  for (let at = element.parent; at && isTag(at as ChildNode); at = at.parent)
    if ((at as Element).name === 'table' && /^\d+$/.test((at as Element).attribs['width'] ?? '')) return true;
  return false;
};

const hasText = (element: Element): boolean =>
  element.children.some((child) => isText(child) && child.data.trim() !== '');

/** Returns what classic Outlook would show differently from other programs; empty if the mail has no such problems. */
export function outlookProblems(html: string): string[] {
  const read = asOutlookReads(html);
  const open = html.match(/<!--\[if [^\]]+\]>/g)?.length ?? 0;
  const closed = html.match(/<!\[endif\]-->/g)?.length ?? 0;
  const elements = elementsIn([bodyOf(read)]);
  const wide = elements.find(
    (element) =>
      hasText(element) && stylesOf(element)['display'] !== 'none' && !isPreview(element) && !isBoundedAbove(element),
  );
  return [
    ...(open === closed ? [] : [`${open} conditional comments begin, ${closed} end`]),
    ...(wide ? [`${nameOf(wide)} is as wide as the window`] : []),
    ...elements.flatMap(outlookProblemsOf),
  ];
}

const isPreview = (element: Element): boolean => {
  for (
    let at: Element | null = element;
    at;
    at = at.parent && isTag(at.parent as ChildNode) ? (at.parent as Element) : null
  )
    if (stylesOf(at)['display'] === 'none') return true;
  return false;
};

/** Gmail clips a mail at this size. */
const GMAIL_BYTES = 102 * 1024;
/** Gmail drops a style sheet that has more characters. */
const GMAIL_STYLES = 8192;

/** Returns what Gmail would clip or drop. */
export function gmailProblems(html: string): string[] {
  const bytes = Buffer.byteLength(html);
  const sheets = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet.length);
  return [
    ...(bytes < GMAIL_BYTES ? [] : [`${bytes} bytes: Gmail cuts the mail`]),
    ...sheets.filter((length) => length > GMAIL_STYLES).map((length) => `a style sheet of ${length}: Gmail drops it`),
  ];
}

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Returns WCAG's contrast ratio of two colours such as `#1c1b29`. */
export const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

const HEX = /^#[\da-f]{6}$/i;

/** Returns the rules of the dark style sheet by class: `{ ink: { color: '#f7f0e6' } }`. */
const darkRulesIn = (html: string): ReadonlyMap<string, Styles> => {
  const [, sheet = ''] = /prefers-color-scheme:dark\)\{(.*?\})\}/s.exec(html) ?? [];
  return new Map(
    [...sheet.matchAll(/\.([\w-]+)\{([^}]*)\}/g)].map(([, name = '', rules = '']) => [
      name,
      Object.fromEntries(rules.split(';').map((rule) => rule.replace('!important', '').split(':') as [string, string])),
    ]),
  );
};

type Scheme = (element: Element) => { readonly text?: string | undefined; readonly ground?: string | undefined };

const LIGHT: Scheme = (element) => {
  const styles = stylesOf(element);
  return { text: styles['color'], ground: styles['background-color'] ?? styles['background'] };
};

const darkScheme = (html: string): Scheme => {
  const rules = darkRulesIn(html);
  return (element) => {
    const own = (element.attribs['class'] ?? '').split(' ').map((name) => rules.get(name) ?? {});
    const merged = Object.assign({}, ...own) as Styles;
    const light = LIGHT(element);
    return { text: merged['color'] ?? light.text, ground: merged['background-color'] ?? light.ground };
  };
};

/** WCAG's level AA. */
const MIN_CONTRAST = 4.5;

/** Returns the texts with too little contrast to their background, in the light and in the dark colours. */
export function contrastProblems(html: string): string[] {
  const visit = (element: Element, scheme: Scheme, behind: { text: string; ground: string }): string[] => {
    const own = scheme(element);
    const [text, ground] = [own.text ?? behind.text, own.ground ?? behind.ground];
    if (stylesOf(element)['display'] === 'none') return [];
    return element.children.flatMap((child) => {
      if (isTag(child)) return visit(child, scheme, { text, ground });
      if (!isText(child) || child.data.replaceAll(/[\s\u00a0]|&nbsp;/g, '') === '') return [];
      if (!HEX.test(text) || !HEX.test(ground))
        return [`${nameOf(element)}: ${text} on ${ground} is no pair of colours`];
      const ratio = contrast(text, ground);
      return ratio >= MIN_CONTRAST ? [] : [`${nameOf(element)}: ${text} on ${ground} is ${ratio.toFixed(1)}`];
    });
  };
  const start = { text: '#000000', ground: '#ffffff' };
  const body = bodyOf(html.replace(/<!--.*?-->/gs, ''));
  return [
    ...visit(body, LIGHT, start).map((problem) => `light: ${problem}`),
    ...visit(body, darkScheme(html), start).map((problem) => `dark: ${problem}`),
  ];
}

/** Returns the preformatted texts that would make a mail wider than a phone. */
export const wrapProblems = (html: string): string[] =>
  elementsIn([bodyOf(html)])
    .filter(({ name }) => name === 'pre')
    .filter((element) => {
      const styles = stylesOf(element);
      return styles['white-space'] !== 'pre-wrap' || styles['word-break'] !== 'break-word';
    })
    .map((element) => `${nameOf(element)} does not wrap`);

const shownText = (element: Element): string =>
  stylesOf(element)['display'] === 'none'
    ? ''
    : element.children.map((child) => (isText(child) ? child.data : isTag(child) ? shownText(child) : '')).join(' ');

/** Returns the words with a digit that a mail shows: amounts, dates, times and order numbers. */
export const shownNumbers = (html: string): string[] => [
  ...new Set(shownText(bodyOf(html)).match(/[$€]?[\w-]*\d[\w.,:-]*\w|\d/g)),
];
