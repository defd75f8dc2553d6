import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';

const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://checkout.stripe.com'],
  connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
} as const;

const hashSource = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

type PolicyEnv = Pick<Env, 'STRIPE_PUBLISHABLE_KEY' | 'PAYMENTS_SCRIPT_URL' | 'PAYMENTS_ORIGINS' | 'REMOTE_ORIGINS'>;

/** The Content Security Policy: no inline code but the hashed scripts, no origin that configuration does not name. */
export function policyOf(env: PolicyEnv, inlineScripts: readonly string[]): Record<string, string[]> {
  const provider = env.STRIPE_PUBLISHABLE_KEY && !env.PAYMENTS_SCRIPT_URL ? STRIPE : { script: [], frame: [], connect: [] };
  const payments = env.PAYMENTS_ORIGINS;
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...inlineScripts.map(hashSource), ...env.REMOTE_ORIGINS, ...payments, ...provider.script],
    styleSrc: ["'self'", ...env.REMOTE_ORIGINS],
    imgSrc: ["'self'", 'data:', ...env.REMOTE_ORIGINS],
    fontSrc: ["'self'", ...env.REMOTE_ORIGINS],
    connectSrc: ["'self'", ...env.REMOTE_ORIGINS, ...payments, ...provider.connect],
    frameSrc: payments.length + provider.frame.length > 0 ? [...payments, ...provider.frame] : ["'none'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
  };
}

/** Gives pages `reply.helmet()`. Files need none of it but nosniff, and their headers count towards the first load. */
export async function addSecurityHeaders(app: FastifyInstance, env: Env, inlineScripts: readonly string[]): Promise<void> {
  const https = env.PUBLIC_URL.startsWith('https:');
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(env, inlineScripts) },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // The card form and remote builds come from other origins by configuration.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}
