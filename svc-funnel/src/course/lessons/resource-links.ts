const LINK = /^resource:([a-z0-9]+(?:-[a-z0-9]+)*)$/;
const ATTRIBUTE = /href="resource:([a-z0-9-]+)"/g;

/** Returns the address of a resource, by its slug. */
export type ResourceAddress = (slug: string) => string;

/** True for the target of a link such as `[Cheat sheet: parts of a prompt](resource:prompt-basics)`. */
export const isResourceLink = (url: string): boolean => LINK.test(url);

export const resourceSlugIn = (url: string): string | undefined => LINK.exec(url)?.[1];

/** Returns HTML whose links to resources have their address. */
export const withResourceLinks = (html: string, addressOf: ResourceAddress): string =>
  html.replaceAll(ATTRIBUTE, (_, slug: string) => `href="${addressOf(slug)}"`);

/** For pages of the site. */
export const resourcePath: ResourceAddress = (slug) => `/course?resource=${slug}`;

/** For mails: the course page opens by the token in the fragment of `courseUrl`, and shows the resource. */
export const resourceUrl =
  (courseUrl: string): ResourceAddress =>
  (slug) =>
    courseUrl.replace(/(?=#|$)/, `?resource=${slug}`);

const LINK_ELEMENT = /<a\b[^>]*href="resource:[a-z0-9-]+"[^>]*>(.*?)<\/a>/gs;

/** Returns HTML whose links to resources are plain words: for readers who cannot open the library. */
export const withoutResourceLinks = (html: string): string => html.replaceAll(LINK_ELEMENT, '$1');
