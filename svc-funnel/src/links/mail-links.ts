import type { Env } from '../platform/env.ts';
import type { Db } from '../platform/prisma.ts';
import type { LinkPurpose } from './purposes.ts';
import { renewLink } from './renew-link.ts';
import { tokenOf } from './tokens.ts';
import { linksFor, type Links } from './urls.ts';

type LinkEnv = Pick<Env, 'publicUrl'> & { readonly course: Pick<Env['course'], 'linkKeys'> };

/** Which links a mail carries beside `read` and `unsubscribe`. */
export interface CarriedLinks {
  readonly also?: readonly LinkPurpose[];
  /** The purpose that was asked for: the mail carries its newest link, which replaces the others once it is opened. */
  readonly asked?: LinkPurpose;
}

/**
 * The live links of an order, for a mail that is about to be sent: those that earlier mails carry, so that a stranger who
 * asks for a new link changes nothing. A link whose key has left LINK_KEYS cannot be made again, and one that ended has no
 * successor yet: then the next one is made here.
 */
export async function mailLinks(
  db: Db,
  env: LinkEnv,
  orderId: string,
  now: Date,
  { also = [], asked }: CarriedLinks = {},
): Promise<Links> {
  const live = await db.courseLink.findMany({ where: { orderId, endedAt: null }, orderBy: { generation: 'asc' } });
  const tokenFor = async (purpose: LinkPurpose): Promise<string> => {
    const link = live.filter((one) => one.purpose === purpose).at(purpose === asked ? -1 : 0);
    const token =
      link &&
      tokenOf(env.course.linkKeys, { orderId, purpose, generation: link.generation, tokenHash: link.tokenHash });
    return token ?? (await renewLink(db, env.course.linkKeys, { orderId, purpose }, now));
  };
  const tokens = { read: await tokenFor('read'), unsubscribe: await tokenFor('unsubscribe') };
  const others: Partial<Record<LinkPurpose, string>> = {};
  for (const purpose of also) others[purpose] = await tokenFor(purpose);
  return linksFor(env, { ...others, ...tokens });
}
