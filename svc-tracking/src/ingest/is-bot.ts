import { createIsbotFromList, isbotPatterns, list } from 'isbot';

/**
 * User-Agents that the library classifies as crawlers but this service counts: test browsers, and bare HTTP clients,
 * which are the operator's own monitors and servers that report their visitors. A crawler that hides has an ordinary
 * User-Agent anyway.
 */
const COUNTED = ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0 Safari/537.36', 'node', 'undici'];

/** Crawlers that the library recognises only by those same patterns, under the names that their operators document. */
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

const droppedPatterns = new Set(COUNTED.flatMap((userAgent) => isbotPatterns(userAgent)));
const matchesCrawler = createIsbotFromList([...list.filter((pattern) => !droppedPatterns.has(pattern)), ...CRAWLERS]);

/** Characters of a User-Agent that are matched; a visitor's has about 150. */
const MATCHED_LENGTH = 1024;
const CACHE_MAX = 1000;
const cache = new Map<string, boolean>();

/** Returns whether a User-Agent is that of a known crawler. A missing header is not. */
export const isBot = (userAgent: string | undefined): boolean => {
  if (!userAgent) return false;
  const cached = cache.get(userAgent);
  if (cached !== undefined) return cached;
  const result = matchesCrawler(userAgent.slice(0, MATCHED_LENGTH));
  if (cache.size >= CACHE_MAX) cache.clear();
  if (userAgent.length <= MATCHED_LENGTH) cache.set(userAgent, result);
  return result;
};
