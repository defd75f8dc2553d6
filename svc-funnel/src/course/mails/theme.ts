import type { CSSProperties } from 'react';

/** Colours by role; the light ones are those of the screens. Their contrast is tested pair by pair. */
export const LIGHT = {
  ground: '#fffaf3',
  surface: '#ffffff',
  ink: '#1c1b29',
  soft: '#55536a',
  line: '#e9dfd1',
  action: '#c8371a',
  onAction: '#ffffff',
  stone: '#e9dfd1',
  walked: '#ff5a3c',
  sun: '#f5b52e',
  promptTint: '#fff0eb',
  exerciseTint: '#fff5dc',
  trust: '#0f5c5c',
  trustTint: '#e4f2f0',
} as const;

export type Colour = keyof typeof LIGHT;

export const DARK: Readonly<Record<Colour, string>> = {
  ground: '#15141f',
  surface: '#201f2d',
  ink: '#f7f0e6',
  soft: '#c3bdcd',
  line: '#3b394c',
  action: '#ff8266',
  onAction: '#1c1b29',
  stone: '#3b394c',
  walked: '#ff6b4e',
  sun: '#f5b52e',
  promptTint: '#352320',
  exerciseTint: '#322a15',
  trust: '#93d8d1',
  trustTint: '#13312f',
};

/** The colours of an element, by its purpose. The class of the same name sets the dark colours. */
export const SURFACES = {
  ground: { background: 'ground', text: 'ink' },
  card: { background: 'surface', text: 'ink', border: 'line' },
  prompt: { background: 'promptTint', text: 'ink', border: 'walked' },
  exercise: { background: 'exerciseTint', text: 'ink', border: 'sun' },
  done: { background: 'trustTint', text: 'ink', border: 'trust' },
  button: { background: 'action', text: 'onAction', border: 'action' },
  ink: { text: 'ink' },
  soft: { text: 'soft' },
  trust: { text: 'trust' },
  link: { text: 'action' },
  rule: { border: 'line' },
  walked: { background: 'walked' },
  stone: { background: 'stone' },
  sun: { background: 'sun' },
} as const satisfies Record<string, { background?: Colour; text?: Colour; border?: Colour }>;

export type Surface = keyof typeof SURFACES;
type Pair = { readonly background?: Colour; readonly text?: Colour; readonly border?: Colour };

const pairOf = (surface: Surface): Pair => SURFACES[surface];

/** Returns the light colours as inline styles: some mail programs support nothing else. */
export const coloursOf = (surface: Surface): CSSProperties => {
  const { background, text, border } = pairOf(surface);
  return {
    ...(background ? { backgroundColor: LIGHT[background] } : {}),
    ...(text ? { color: LIGHT[text] } : {}),
    ...(border ? { borderColor: LIGHT[border] } : {}),
  };
};

/** Returns the class and the style of an element in the product's colours. */
export const themed = (surface: Surface, style: CSSProperties = {}): { className: string; style: CSSProperties } => ({
  className: surface,
  style: { ...style, ...coloursOf(surface) },
});

const darkRule = (surface: Surface): string => {
  const { background, text, border } = pairOf(surface);
  const rules = [
    background && `background-color:${DARK[background]}!important`,
    text && `color:${DARK[text]}!important`,
    border && `border-color:${DARK[border]}!important`,
  ];
  return `{${rules.filter(Boolean).join(';')}}`;
};

const surfaces = Object.keys(SURFACES) as Surface[];
const darkRules = (before: string): string =>
  surfaces.map((surface) => `${before}.${surface}${darkRule(surface)}`).join('');

export const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
export const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** The styles that cannot be inline: dark colours and narrow screens. Gmail drops what it does not support. */
export const STYLE_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'body{margin:0;padding:0;-webkit-text-size-adjust:100%}',
  `@media (prefers-color-scheme:dark){${darkRules('')}}`,
  // Outlook's own dark mode marks what it has changed with this attribute.
  darkRules('[data-ogsc] '),
  '@media (max-width:480px){.inner{padding:24px 20px!important}.outer{padding:16px 8px 32px!important}.title{font-size:25px!important}.box{padding:16px 16px 4px!important}.wide{display:block!important;text-align:center!important}}',
].join('\n');
