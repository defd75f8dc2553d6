import type { Env } from '../platform/env.ts';
import type { Db } from '../platform/prisma.ts';
import { renewLink } from './renew-link.ts';
import { tokenOf, type LinkPurpose } from './tokens.ts';
import { linksFor, undoUrlFor, type Links } from './urls.ts';

type LinkEnv = Pick<Env, 'publicUrl'> & { readonly course: Pick<Env['course'], 'linkKeys'> };

/** The token of an order's link of that purpose. One whose key has left LINK_KEYS cannot be made again, so that link is renewed. */
const tokensOf = async (db: Db, env: LinkEnv, orderId: string, now: Date) => {
  const live = await db.courseLink.findMany({ where: { orderId, endedAt: null } });
  return async (purpose: LinkPurpose): Promise<string> => {
    const link = live.find((one) => one.purpose === purpose);
    const token = link && tokenOf(env.course.linkKeys, { orderId, purpose, generation: link.generation, tokenHash: link.tokenHash });
    return token ?? (await renewLink(db, env.course.linkKeys, { orderId, purpose }, now));
  };
};

/** The live links of an order, for a mail that is about to be sent: it always carries working ones. */
export async function mailLinks(db: Db, env: LinkEnv, orderId: string, now: Date): Promise<Links> {
  const tokenFor = await tokensOf(db, env, orderId, now);
  return linksFor(env, { read: await tokenFor('read'), unsubscribe: await tokenFor('unsubscribe') });
}

/** The link that undoes a second order. */
export async function undoUrlOf(db: Db, env: LinkEnv, orderId: string, now: Date): Promise<string> {
  return undoUrlFor(env, await (await tokensOf(db, env, orderId, now))('undo'));
}
