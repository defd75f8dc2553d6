const LINK = /^resource:([a-z0-9]+(?:-[a-z0-9]+)*)$/;
const ATTRIBUTE = /href="resource:([a-z0-9-]+)"/g;

/** Returns the address of a resource, by its slug. */
export type ResourceAddress = (slug: string) => string;

/** True for the target of a link such as `[Cheat sheet: parts of a prompt](resource:prompt-basics)`. */
export const isResourceLink = (url: string): boolean => LINK.test(url);

export const resourceSlugIn = (url: string): string | undefined => LINK.exec(url)?.[1];

/** Returns HTML with the address filled into each link to a resource. */
export const withResourceLinks = (html: string, addressOf: ResourceAddress): string =>
  html.replaceAll(ATTRIBUTE, (_, slug: string) => `href="${addressOf(slug)}"`);

/** The address on pages of the site. */
export const resourcePath: ResourceAddress = (slug) => `/course?resource=${slug}`;

const LINK_ELEMENT = /<a\b[^>]*href="resource:[a-z0-9-]+"[^>]*>(.*?)<\/a>/gs;

/** Returns HTML with plain words in place of links to resources, for readers who cannot open the library. */
export const withoutResourceLinks = (html: string): string => html.replaceAll(LINK_ELEMENT, '$1');
