import { RUNTIME_CONFIG_ID, type RuntimeConfig } from '@course/contracts';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { ReadStyle } from '../edge/inline-styles.ts';
import type { ShellAssets } from '../edge/page.ts';
import { Failure } from '../base/failure.ts';

/** What a site's pages have in common, whichever screen they show. */
export interface SitePage {
  readonly shell: ShellAssets;
  readonly earlyScript: string;
  readonly config: RuntimeConfig;
  /** The host's style sheets that stand in its pages. */
  readonly readStyle: ReadStyle;
  /** Without those that tell of this one response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers that tell of one response and its way. */
const OF_ONE_RESPONSE = [
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

/** Takes a page of the live site apart, as `composePage` put it together. Rejects with one sentence when it is none of ours. */
export const readSitePage = async (response: Response): Promise<SitePage> => {
  const document = parseDocument(await response.text());
  const elements = (name: string) => DomUtils.getElementsByTagName(name, document);
  const inHead = (address: string | undefined): address is string => address?.startsWith('/assets/') === true;
  const scripts = elements('script');
  const early = scripts.find(({ attribs }) => !attribs['src'] && !attribs['type']);
  const config = DomUtils.getElementById(RUNTIME_CONFIG_ID, document);
  const icon = elements('link').find(({ attribs }) => attribs['rel'] === 'icon')?.attribs['href'] ?? '';
  const linked = elements('link').filter(({ attribs }) => attribs['rel'] === 'stylesheet' && inHead(attribs['href']));
  const inline = elements('style').filter(({ attribs }) => inHead(attribs['data-href']));
  const shellScripts = scripts.filter(({ attribs }) => inHead(attribs['src']));
  if (!early || !config || shellScripts.length === 0)
    throw new Failure(`${response.url} is no page of this product's edge. Name the address of the site: --site <url>`);

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
    headers: Object.fromEntries([...response.headers].filter(([name]) => !OF_ONE_RESPONSE.includes(name))),
  };
};
