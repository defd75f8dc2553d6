/**
 * Crawlers that name themselves, in words of their User-Agent (compared without regard to case). Most hold `bot`,
 * `crawler` or `spider`; the others are listed by the name that their operators document:
 * - Google: https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers
 * - Bing: https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0
 * - Meta: https://developers.facebook.com/docs/sharing/webmasters/web-crawlers
 * - Yahoo: https://help.yahoo.com/kb/SLN22600.html
 * - OpenAI: https://platform.openai.com/docs/bots
 * - link previews and monitors: their own pages, found under the name
 *
 * Browsers driven by programs and HTTP libraries are not here: tests, monitors of one's own and servers that tell of
 * their visitors are such, and a crawler that hides is not told by its User-Agent anyway.
 */
export const BOT_WORDS = [
  'bot',
  'crawler',
  'crawling',
  'spider',
  'slurp',
  'mediapartners-google',
  'google-inspectiontool',
  'google-read-aloud',
  'google-safety',
  'google-extended',
  'feedfetcher-google',
  'googleother',
  'bingpreview',
  'facebookexternalhit',
  'facebookcatalog',
  'meta-externalagent',
  'meta-externalfetcher',
  'chatgpt-user',
  'anthropic-ai',
  'claude-user',
  'perplexity-user',
  'cohere-ai',
  'yandeximages',
  'yandexmetrika',
  'whatsapp/',
  'skypeuripreview',
  'embedly',
  'quora link preview',
  'outbrain',
  'vkshare',
  'w3c_validator',
  'chrome-lighthouse',
  'ptst/',
  'pingdom',
  'statuscake',
  'site24x7',
  'newrelicpinger',
  'datadogsynthetics',
  'ia_archiver',
  'archive.org',
  'heritrix',
  'scrapy',
  'nutch',
  'wappalyzer',
  'semrush',
  'ahrefs',
  'screaming frog',
] as const;

/** Words that hold one of the above and are none: makers of telephones. */
export const NO_BOT_WORDS = ['cubot'] as const;
