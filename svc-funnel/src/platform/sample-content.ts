import {
  isSampleAddress,
  missingSellerFields,
  type Processor,
  PROCESSORS,
  SELLER,
  type Seller,
  type Testimonial,
  TESTIMONIALS,
  unnamedProcessors,
} from '@course/funnel';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import type { MailSettings } from './mail-settings.ts';

interface Published {
  readonly testimonials: readonly Testimonial[];
  readonly seller: Seller;
  readonly processors: readonly Processor[];
}

/**
 * Logs one warning each if a production program has invented testimonials, an incomplete seller, or sample addresses.
 */
export function warnOfSamples(
  { production, mail }: Pick<Env, 'production'> & { readonly mail: Pick<MailSettings, 'from' | 'owner'> },
  logger: Pick<Logger, 'warn'>,
  { testimonials, seller, processors }: Published = {
    testimonials: TESTIMONIALS,
    seller: SELLER,
    processors: PROCESSORS,
  },
): void {
  if (!production) return;
  const samples = testimonials.filter(({ sample }) => sample).length;
  if (samples > 0)
    logger.warn(
      { samples },
      'the offer shows sample testimonials: publishing invented reviews is unlawful in many places. Replace them in packages/funnel/src/testimonials.mjs; npm run check:content lists the rest',
    );
  const missing = [
    ...(seller.sample ? ['name'] : []),
    ...missingSellerFields(seller),
    ...unnamedProcessors(processors),
  ];
  if (missing.length > 0)
    logger.warn(
      { missing },
      'the site does not say who sells: an imprint is required in many places. Fill in packages/funnel/src/seller.mjs; npm run check:content lists what is missing',
    );
  const addresses = [mail.from, mail.owner].filter(isSampleAddress);
  if (addresses.length > 0)
    logger.warn(
      { addresses },
      'MAIL_FROM or OWNER_EMAIL is in a reserved domain: replies, refund requests and alerts are lost. Set them to addresses of your own',
    );
}
