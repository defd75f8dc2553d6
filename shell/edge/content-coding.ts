import { negotiate } from '@fastify/accept-negotiator';

export type ContentCoding = 'br' | 'gzip';

const CODINGS: ContentCoding[] = ['br', 'gzip'];

/**
 * Returns the best coding that an `Accept-Encoding` header allows, or null. `*` means gzip, as it does to
 * `@fastify/static`.
 */
export const codingOf = (accepted = ''): ContentCoding | null =>
  negotiate(accepted.toLowerCase().replaceAll('*', 'gzip'), CODINGS);
