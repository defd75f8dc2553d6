import { hashSource } from '@course/federation/edge';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isHttps } from './addresses.ts';
import type { Env } from './env.ts';
import { pixelOrigins } from './measurement.ts';

/** As listed in Stripe's security guide for Stripe.js and Checkout. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://checkout.stripe.com',
  ],
  connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  img: ['https://*.stripe.com'],
} as const;

type PolicyEnv = Pick<
  Env,
  'STRIPE_PUBLISHABLE_KEY' | 'PAYMENTS_SCRIPT_URL' | 'PAYMENTS_ORIGINS' | 'REMOTE_ORIGINS' | 'DEV_RELOAD'
> &
  Parameters<typeof pixelOrigins>[0];

/**
 * Returns the Content Security Policy: no inline code except the hashed scripts and style sheets, no origin that is not
 * configured.
 */
export function policyOf(
  env: PolicyEnv,
  inlineScripts: readonly string[],
  styleHashes: readonly string[] = [],
): Record<string, string[]> {
  const provider =
    env.STRIPE_PUBLISHABLE_KEY && !env.PAYMENTS_SCRIPT_URL ? STRIPE : { script: [], frame: [], connect: [], img: [] };
  const payments = env.PAYMENTS_ORIGINS;
  const pixel = pixelOrigins(env);
  return {
    defaultSrc: ["'none'"],
    scriptSrc: [
      "'self'",
      ...inlineScripts.map(hashSource),
      ...env.REMOTE_ORIGINS,
      ...payments,
      ...provider.script,
      ...pixel,
    ],
    styleSrc: ["'self'", ...styleHashes, ...env.REMOTE_ORIGINS],
    imgSrc: ["'self'", 'data:', ...env.REMOTE_ORIGINS, ...provider.img, ...pixel],
    fontSrc: ["'self'", ...env.REMOTE_ORIGINS],
    connectSrc: ["'self'", ...env.REMOTE_ORIGINS, ...payments, ...provider.connect, ...pixel],
    frameSrc: payments.length + provider.frame.length > 0 ? [...payments, ...provider.frame] : ["'none'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    // In development, /__screens frames pages.
    frameAncestors: [env.DEV_RELOAD ? "'self'" : "'none'"],
    objectSrc: ["'none'"],
  };
}

/** Features that none of our pages uses. `payment` is not among them: the payment provider's frame may use it. */
export const PERMISSIONS_POLICY = 'browsing-topics=(), camera=(), geolocation=(), microphone=()';

/** Adds `reply.helmet()` for pages. Files need only nosniff, and their headers count towards the first load. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  env: Env,
  inlineScripts: readonly string[],
): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(env, inlineScripts) },
    strictTransportSecurity: isHttps(env.PUBLIC_URL) && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: env.DEV_RELOAD ? 'sameorigin' : 'deny' },
    // The card form comes from another origin.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // It makes the browser switch processes once the response has arrived: about 40 ms before the first frame.
    crossOriginOpenerPolicy: false,
    // For browsers and plug-ins that no longer exist.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  });
}
