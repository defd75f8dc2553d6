import { RUNTIME_CONFIG_ID, type RuntimeConfig } from '@course/contracts';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { ReadStyle } from '../edge/inline-styles.ts';
import type { ShellAssets } from '../edge/document.ts';
import { Failure } from '../base/failure.ts';

/** What all pages of a site have in common, whichever screen they show. */
export interface SitePage {
  readonly shell: ShellAssets;
  readonly earlyScript: string;
  readonly config: RuntimeConfig;
  /** Reads the host's style sheets that are inlined in its pages. */
  readonly readStyle: ReadStyle;
  /** Without the headers that are specific to one response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers that are specific to one response or its connection. */
const PER_RESPONSE = [
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
];

const withoutSlash = (address: string): string => address.replace(/^\//, '');

/** Parses a page of the live site that `composePage` composed. Rejects with a one-sentence failure if it is not one. */
export const readSitePage = async (response: Response): Promise<SitePage> => {
  const document = parseDocument(await response.text());
  const elements = (name: string) => DomUtils.getElementsByTagName(name, document);
  const isShellAsset = (address: string | undefined): address is string => address?.startsWith('/assets/') === true;
  const scripts = elements('script');
  const early = scripts.find(({ attribs }) => !attribs['src'] && !attribs['type']);
  const config = DomUtils.getElementById(RUNTIME_CONFIG_ID, document);
  const icon = elements('link').find(({ attribs }) => attribs['rel'] === 'icon')?.attribs['href'] ?? '';
  const linked = elements('link').filter(
    ({ attribs }) => attribs['rel'] === 'stylesheet' && isShellAsset(attribs['href']),
  );
  const inline = elements('style').filter(({ attribs }) => isShellAsset(attribs['data-href']));
  const shellScripts = scripts.filter(({ attribs }) => isShellAsset(attribs['src']));
  if (!early || !config || shellScripts.length === 0)
    throw new Failure(
      `${response.url} is not a page of this product's edge. Name the address of the site: --site <url>`,
    );

  const texts = new Map(inline.map((style) => [style.attribs['data-href']!, DomUtils.textContent(style)]));
  const hashed = [...shellScripts, ...linked].flatMap(({ attribs: { src, href, integrity } }) =>
    integrity ? [[withoutSlash(src ?? href ?? ''), integrity] as const] : [],
  );
  return {
    shell: {
      scripts: shellScripts.map(({ attribs }) => withoutSlash(attribs['src']!)),
      styles: [...texts.keys(), ...linked.map(({ attribs }) => attribs['href']!)].map(withoutSlash),
      integrity: Object.fromEntries(hashed),
      icon: decodeURIComponent(icon.slice(icon.indexOf(',') + 1)),
    },
    earlyScript: DomUtils.textContent(early),
    config: JSON.parse(DomUtils.textContent(config)) as RuntimeConfig,
    readStyle: async (href) => texts.get(href),
    headers: Object.fromEntries([...response.headers].filter(([name]) => !PER_RESPONSE.includes(name))),
  };
};
