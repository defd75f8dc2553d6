import { expect, it } from 'vitest';
import { isBot } from './is-bot.ts';

it.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  'Screaming Frog SEO Spider/19.0',
  'Embedly/0.2',
  'Mozilla/5.0 (compatible; Claude-User/1.0)',
  'Scrapy/2.5',
])('recognises %s as a crawler', (userAgent) => expect(isBot(userAgent)).toBe(true));

it.each([
  undefined,
  '',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.0.27.87',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36 [FBAN/FB4A;FBAV/465.0]',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
  'node',
])('treats %s as a person', (userAgent) => expect(isBot(userAgent)).toBe(false));

it('stays right when its cache overflows', () => {
  for (let number = 0; number < 2500; number++) expect(isBot(`Mozilla/5.0 person ${number}`)).toBe(false);
  expect(isBot('Googlebot/2.1')).toBe(true);
});

it('is fast even for an absurdly long User-Agent', () => {
  const long = `Mozilla/5.0 ${'person '.repeat(700_000)}`;
  const before = performance.now();
  expect(isBot(long)).toBe(false);
  expect(performance.now() - before).toBeLessThan(200);
});
