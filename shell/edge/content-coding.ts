import { negotiate } from '@fastify/accept-negotiator';

export type ContentCoding = 'br' | 'gzip';

const CODINGS: ContentCoding[] = ['br', 'gzip'];

/** Chooses from what an `Accept-Encoding` allows, as `@fastify/static` does, to which `*` means gzip; null for none. */
export const codingOf = (accepted = ''): ContentCoding | null =>
  negotiate(accepted.toLowerCase().replaceAll('*', 'gzip'), CODINGS);
