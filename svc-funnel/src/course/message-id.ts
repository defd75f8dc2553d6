import { PRODUCT } from '@course/funnel';

const DOMAIN = PRODUCT.supportEmail.split('@')[1] ?? 'localhost';

/** The Message-ID of a delivery, brackets included: the same however often and by whichever process it is sent. */
export const messageIdOf = (deliveryId: string): string => `<${deliveryId}@${DOMAIN}>`;
