import type { Env } from '../platform/env.ts';
import type { Db } from '../platform/prisma.ts';
import { renewLink } from './renew-link.ts';
import { tokenOf, type LinkPurpose } from './tokens.ts';
import { linksFor, type Links } from './urls.ts';

type LinkEnv = Pick<Env, 'publicUrl'> & { readonly course: Pick<Env['course'], 'linkKeys'> };

/**
 * The live links of an order, for a mail that is about to be sent. A link whose key has left LINK_KEYS cannot be made
 * again, so it is renewed: the mail carries a working link, and the old one ends.
 */
export async function mailLinks(db: Db, env: LinkEnv, orderId: string, now: Date): Promise<Links> {
  const live = await db.courseLink.findMany({ where: { orderId, endedAt: null } });
  const tokenFor = async (purpose: LinkPurpose): Promise<string> => {
    const link = live.find((one) => one.purpose === purpose);
    const token = link && tokenOf(env.course.linkKeys, { orderId, purpose, generation: link.generation, tokenHash: link.tokenHash });
    return token ?? (await renewLink(db, env.course.linkKeys, { orderId, purpose }, now));
  };
  return linksFor(env, { read: await tokenFor('read'), unsubscribe: await tokenFor('unsubscribe') });
}
