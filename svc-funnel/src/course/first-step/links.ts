import { createHmac, timingSafeEqual } from 'node:crypto';
import { LINK_TOKEN } from '@course/contracts';
import type { Keys } from '@course/contracts/env';
import type { LinkEnv } from '../links/links.ts';
import type { FirstStepLinks } from '../mails/definition.ts';

/** `confirm`: confirms the request; in the mail that asks for it. `leave`: stops its mails; in every mail. */
export type FirstStepPurpose = 'confirm' | 'leave';

const ID_BYTES = 16;
const MAC_BYTES = 16;

const macOf = (key: string, purpose: FirstStepPurpose, id: Buffer): Buffer =>
  createHmac('sha256', key).update(`first-step:v1:${purpose}:`).update(id).digest().subarray(0, MAC_BYTES);

/**
 * Returns the token of a request's link, made with the first key: 32 bytes in base64url, the request's id and 128 bits
 * of its MAC.
 */
export function firstStepToken([key]: Keys, purpose: FirstStepPurpose, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, macOf(key, purpose, bytes)]).toString('base64url');
}

/** Returns the id of a token's request; null if none of the keys made the token. */
export function firstStepIdIn(keys: readonly string[], purpose: FirstStepPurpose, token: string): string | null {
  if (!LINK_TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  if (!keys.some((key) => timingSafeEqual(mac, macOf(key, purpose, id)))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function firstStepLinks({ publicUrl, course: { linkKeys } }: LinkEnv, id: string): FirstStepLinks {
  const leave = firstStepToken(linkKeys, 'leave', id);
  return {
    confirmUrl: `${publicUrl}/first-step#t=${firstStepToken(linkKeys, 'confirm', id)}`,
    leaveUrl: `${publicUrl}/first-step#t=${leave}.leave`,
    oneClickUrl: `${publicUrl}/api/first-step/unsubscribe/${leave}`,
  };
}
