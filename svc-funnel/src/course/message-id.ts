import { PRODUCT } from '@course/funnel';
import { domainOf } from '../mail/headers.ts';

/** The Message-ID of a delivery, brackets included, as its row begins with it. */
export const messageIdOf = (deliveryId: string): string => `<${deliveryId}@${domainOf(PRODUCT.supportEmail)}>`;

/** The same id in the domain of the sender, as filters expect it: what the mail carries, at every attempt. */
export const inDomainOf = (messageId: string, sender: string): string =>
  messageId.replace(/@[^@>]*>$/, `@${domainOf(sender)}>`);
