import { createHmac } from 'node:crypto';
import type { Keys } from '@course/contracts/env';
import type { StoppedAddress } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';

/** `bounced`: no mail reaches the address. `complained`: its reader marked a mail as spam. */
export const ADDRESS_STOPS = ['bounced', 'complained'] as const;
export type AddressStop = (typeof ADDRESS_STOPS)[number];

/** Returns the `last_error` of a delivery that was given up because its address is stopped. */
export const stoppedError = (stop: AddressStop): string => `address stopped: ${stop}`;

/**
 * Returns the hash that replaces an address once the person was erased. It is keyed, so that addresses cannot be
 * guessed.
 */
const hashWith = (key: string, address: string): string =>
  createHmac('sha256', key).update(`stopped-address:v1:${address.trim().toLowerCase()}`).digest('hex');

/** Returns one hash per key: a row that was written with an earlier key stays valid while that key is accepted. */
const addressHashes = (keys: Keys, address: string): string[] => keys.map((key) => hashWith(key, address));

type FoundStop = StoppedAddress & { readonly reason: AddressStop };

/** Returns the stop of an address; null if mail may be sent to it. */
export async function findStop(db: Db, keys: Keys, address: string): Promise<FoundStop | null> {
  const [stop] = await db.$queryRaw<FoundStop[]>`
    SELECT address_hash AS "addressHash", address, reason, status, stopped_at AS "stoppedAt" FROM funnel.stopped_addresses
    WHERE address_hash = ANY (${addressHashes(keys, address)}::text[]) OR lower(address) = lower(${address.trim()}) LIMIT 1`;
  return stop ?? null;
}

export interface Stop {
  readonly address: string;
  readonly reason: AddressStop;
  /** The receiving server's status code, such as `5.1.1`. */
  readonly status: string | null;
  readonly now: Date;
}

/** Stops all mail to an address. Idempotent; a complaint replaces a bounce, never the other way round. */
export async function stopAddress(db: Db, keys: Keys, { address, reason, status, now }: Stop): Promise<void> {
  const addressHash = hashWith(keys[0], address);
  await db.$executeRaw`
    INSERT INTO funnel.stopped_addresses (address_hash, address, reason, status, stopped_at)
    VALUES (${addressHash}, ${address.trim()}, ${reason}, ${status}, ${now})
    ON CONFLICT (address_hash) DO UPDATE SET reason = excluded.reason, status = excluded.status, stopped_at = excluded.stopped_at
    WHERE funnel.stopped_addresses.reason = 'bounced' AND excluded.reason = 'complained'`;
}

/** Stops counting earlier soft bounces of these orders' mails against the address that they go to from now on. */
export const forgiveBounces = async (db: Db, orderIds: readonly string[]): Promise<void> => {
  await db.$executeRaw`
    UPDATE funnel.mail_events SET outcome = 'counted' WHERE kind = 'soft' AND outcome = 'retried'
      AND delivery_id IN (SELECT id FROM funnel.deliveries WHERE order_id = ANY (${orderIds}::uuid[]))`;
};

/** Allows mail to an address again, as if none had bounced. Returns whether the address was stopped. */
export async function liftStop(db: Db, keys: Keys, address: string): Promise<boolean> {
  const courses = await db.$queryRaw<{ orderId: string }[]>`
    SELECT order_id AS "orderId" FROM funnel.courses WHERE lower(email) = lower(${address.trim()})`;
  await forgiveBounces(
    db,
    courses.map(({ orderId }) => orderId),
  );
  const lifted = await db.$executeRaw`
    DELETE FROM funnel.stopped_addresses
    WHERE address_hash = ANY (${addressHashes(keys, address)}::text[]) OR lower(address) = lower(${address.trim()})`;
  return lifted > 0;
}

/**
 * Erases these addresses from the list of stopped ones; their hashes keep them stopped. Returns how many were erased.
 */
export const forgetStoppedAddresses = (db: Db, addresses: readonly string[]): Promise<number> =>
  db.$executeRaw`
    UPDATE funnel.stopped_addresses SET address = NULL
    WHERE lower(address) = ANY (${addresses.map((address) => address.trim().toLowerCase())}::text[])`;
