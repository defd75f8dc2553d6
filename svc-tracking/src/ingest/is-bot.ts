import { createIsbotFromList, isbotPatterns, list } from 'isbot';

/**
 * Programs that the library takes for crawlers and this service counts: tests' browsers, and bare HTTP clients, which are
 * monitors of one's own and servers that report their visitors. A crawler that hides has an ordinary User-Agent anyway.
 */
const COUNTED = ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0 Safari/537.36', 'node', 'undici'];

/** Crawlers that the library knows by those same patterns only, in the names that their operators document. */
const CRAWLERS = [
  'anthropic-ai',
  'claude-user',
  'cohere-ai',
  'embedly',
  'heritrix',
  'newrelicpinger',
  'outbrain',
  'perplexity-user',
  'scrapy',
];

const dropped = new Set(COUNTED.flatMap((userAgent) => isbotPatterns(userAgent)));
const judge = createIsbotFromList([...list.filter((pattern) => !dropped.has(pattern)), ...CRAWLERS]);

/** How much of a User-Agent is matched; a visitor's has some 150 characters. */
const MATCHED_LENGTH = 1024;
const REMEMBERED_MAX = 1000;
const remembered = new Map<string, boolean>();

/** Returns whether a User-Agent is that of a known crawler. No header is none. */
export const isBot = (userAgent: string | undefined): boolean => {
  if (!userAgent) return false;
  const known = remembered.get(userAgent);
  if (known !== undefined) return known;
  const verdict = judge(userAgent.slice(0, MATCHED_LENGTH));
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  if (userAgent.length <= MATCHED_LENGTH) remembered.set(userAgent, verdict);
  return verdict;
};
