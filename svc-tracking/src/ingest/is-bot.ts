import { BOT_WORDS, NO_BOT_WORDS } from './known-bots.ts';

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const anyOf = (words: readonly string[], flags: string): RegExp => new RegExp(words.map(escaped).join('|'), flags);

const BOT = anyOf(BOT_WORDS, 'i');
const NO_BOT = anyOf(NO_BOT_WORDS, 'gi');

/** A visitor's header has some 150 characters. What comes after this many is not looked at. */
const LOOKED_AT = 1024;
const REMEMBERED_MAX = 1000;
const remembered = new Map<string, boolean>();

const judge = (userAgent: string): boolean => BOT.test(userAgent.slice(0, LOOKED_AT).replace(NO_BOT, ''));

/** Whether a User-Agent is that of a known crawler. No header is none. */
export const isBot = (userAgent: string | undefined): boolean => {
  if (!userAgent) return false;
  const known = remembered.get(userAgent);
  if (known !== undefined) return known;
  const verdict = judge(userAgent);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  if (userAgent.length <= LOOKED_AT) remembered.set(userAgent, verdict);
  return verdict;
};
