import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { remoteName } from '../contract/descriptor.ts';
import { previewName } from '../contract/release.ts';

/** Prefix of the links that open a preview; the rest of the address is what `signPreview` returns. */
export const PREVIEW_PATH = '/preview/';

/** How long a link is valid by default, in days. */
export const PREVIEW_DAYS = 7;

/** The address that ends the preview in the visitor's browser. */
export const PREVIEW_END = '/preview/end';

/**
 * `PREVIEW_KEYS`: secrets separated by commas, shared by the publishing API, which signs with the first, and the edges, which
 * accept all. They are not in the store: access to its releases must not allow creating links to them. None: no
 * previews.
 */
export const previewKeys = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .refine(
    (keys) => keys.every(({ length }) => length >= 24),
    'must be secrets of at least 24 characters, such as those from openssl rand -hex 24',
  );

/** What a link opens: the release that the preview of this name shows at that time. */
export interface PreviewLink {
  readonly remote: string;
  readonly name: string;
  readonly until: Date;
}

const signatureOf = (key: string, text: string): Buffer => createHmac('sha256', key).update(`preview ${text}`).digest();

/** Returns `mf-quiz/pr-12/<expiry in seconds, base 36>/<HMAC-SHA256>`; undefined without a key. */
export const signPreview = ([key]: readonly string[], { remote, name, until }: PreviewLink): string | undefined => {
  if (key === undefined) return undefined;
  const text = `${remote}/${name}/${Math.floor(until.getTime() / 1000).toString(36)}`;
  return `${text}/${signatureOf(key, text).toString('base64url')}`;
};

const FORM = /^([^/]+)\/([^/]+)\/([0-9a-z]{1,8})\/([A-Za-z0-9_-]{43})$/;

/** Returns what a link opens; `expired` once it has expired, and undefined if it was altered or never signed. */
export const readPreview = (keys: readonly string[], link: string, now: Date): PreviewLink | 'expired' | undefined => {
  const [, remote = '', name = '', seconds = '', signature = ''] = FORM.exec(link) ?? [];
  if (!remoteName.safeParse(remote).success || !previewName.safeParse(name).success) return undefined;
  const presented = Buffer.from(signature, 'base64url');
  const text = `${remote}/${name}/${seconds}`;
  // All keys are tried, so that the time reveals nothing about which one it was.
  const isOurs = keys.map((key) => timingSafeEqual(signatureOf(key, text), presented)).includes(true);
  if (!isOurs) return undefined;
  const until = new Date(Number.parseInt(seconds, 36) * 1000);
  return until > now ? { remote, name, until } : 'expired';
};
