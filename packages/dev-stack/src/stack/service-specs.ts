import path from 'node:path';
import { storeFolder } from '@course/federation/registry';
import type { StackEnv, StripeKeys } from '../env.ts';
import { mailDirIn } from '../mail-outbox/folder.ts';
import type { ServiceSpec } from '../supervise/supervisor.ts';
import { loopbackUrl, nodeService, SOURCE_MAPS } from './node-service.ts';
import type { Secrets } from './secrets.ts';

/** Where the other programs reach the sandbox. Absent with real keys. */
export interface SandboxAddress {
  readonly apiBase: string;
  readonly scriptUrl: string;
  readonly origin: string;
}

/** Where the outbox accepts mails and shows them. */
export interface MailAddress {
  readonly port: number;
  readonly smtpPort: number;
  readonly url: string;
  readonly smtpUrl: string;
}

export interface Addresses {
  readonly funnelPort: number;
  readonly trackingPort: number;
  readonly releasesPort: number;
  /** The edge's port for services. */
  readonly internalPort: number;
  readonly funnelDatabaseUrl: string;
  readonly trackingDatabaseUrl: string;
  readonly analystUrl: string;
  readonly redisUrl: string;
  /** The server that mails are submitted to: the owner's, or the outbox. */
  readonly smtpUrl: string;
}

export interface SpecContext {
  readonly env: StackEnv;
  readonly secrets: Secrets;
  readonly at: Addresses;
  readonly stripe: StripeKeys;
  readonly sandbox: SandboxAddress | undefined;
  /** True if the edge makes open pages reload when a build changes. */
  readonly reload?: boolean;
}

/** Returns the edge's address on this machine. */
export const localUrl = ({ port }: StackEnv): string => `http://localhost:${port}`;

/** Returns the address that visitors type. */
export const publicUrl = (env: StackEnv): string => env.publicUrl ?? localUrl(env);

/** The folder of the edge's own copies of releases. It recreates missing ones. */
const edgeFolder = ({ dataDir }: StackEnv): string => path.join(dataDir, 'edge');

/**
 * Without them V8 collects so late that sending lessons takes 341 MB instead of 207; a response costs the same
 * (docs/adr/0040).
 */
const HEAP_SIZES = ['--max-semi-space-size=4', '--max-old-space-size=512'] as const;

export const FUNNEL_FLAGS = [SOURCE_MAPS, ...HEAP_SIZES] as const;

export const funnelSpec = ({ env, secrets, at, stripe, sandbox }: SpecContext): ServiceSpec =>
  nodeService(env, {
    name: 'funnel',
    main: 'svc-funnel/dist/main.mjs',
    port: at.funnelPort,
    readyPath: '/readyz',
    flags: FUNNEL_FLAGS,
    vars: {
      DATABASE_URL: at.funnelDatabaseUrl,
      REDIS_URL: at.redisUrl,
      PUBLIC_URL: publicUrl(env),
      COOKIE_KEYS: secrets.cookieKeys.join(','),
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      ...(sandbox ? { STRIPE_API_BASE: sandbox.apiBase } : {}),
      SMTP_URL: at.smtpUrl,
      MAIL_FROM: env.mail.from,
      OWNER_EMAIL: env.mail.owner,
      LINK_KEYS: secrets.linkKeys.join(','),
      LESSONS_DIR: env.lessonsDir,
      RESOURCES_DIR: env.resourcesDir,
      PICTURES_DIR: env.picturesDir,
      ...env.settings.funnel,
      RATE_LIMITS: env.rateLimits,
    },
  });

/**
 * With these and without source maps, memory at full load is a third less; the bundle is not minified (docs/adr/0009).
 */
export const TRACKING_FLAGS = HEAP_SIZES;

export const trackingSpec = ({ env, secrets, at }: SpecContext): ServiceSpec =>
  nodeService(env, {
    name: 'tracking',
    main: 'svc-tracking/dist/main.mjs',
    port: at.trackingPort,
    readyPath: '/readyz',
    flags: TRACKING_FLAGS,
    vars: {
      DATABASE_URL: at.trackingDatabaseUrl,
      ANALYST_URL: at.analystUrl,
      INSIGHTS_TOKEN: secrets.insightsToken,
      REDIS_URL: at.redisUrl,
      PUBLIC_URL: publicUrl(env),
      PAGE_VIEW_KEYS: secrets.pageViewKeys.join(','),
      DECLARATIONS_URL: `${loopbackUrl(at.internalPort)}/declarations`,
      RATE_LIMITS: env.rateLimits,
      ...env.settings.tracking,
    },
  });

/** The publishing API through which teams change the release store. */
export const releasesSpec = ({ env, secrets, at }: SpecContext): ServiceSpec =>
  nodeService(env, {
    name: 'releases',
    main: 'packages/federation/dist/publishing-api.mjs',
    port: at.releasesPort,
    readyPath: '/healthz',
    flags: [SOURCE_MAPS],
    vars: {
      RELEASE_STORE: storeFolder(env.dataDir),
      PUBLIC_URL: publicUrl(env),
      PREVIEW_KEYS: secrets.previewKeys.join(','),
      FUNNEL_URL: loopbackUrl(at.funnelPort),
      TRACKING_URL: loopbackUrl(at.trackingPort),
    },
  });

export const edgeSpec = ({ env, secrets, at, stripe, sandbox, reload }: SpecContext): ServiceSpec =>
  nodeService(env, {
    name: 'edge',
    main: 'shell/dist/edge/main.mjs',
    port: env.port,
    readyPath: '/readyz',
    flags: [SOURCE_MAPS],
    vars: {
      ...env.settings.edge,
      PUBLIC_URL: publicUrl(env),
      FUNNEL_URL: loopbackUrl(at.funnelPort),
      TRACKING_URL: loopbackUrl(at.trackingPort),
      INTERNAL_PORT: String(at.internalPort),
      RELEASE_STORE: storeFolder(env.dataDir),
      RELEASES_DIR: edgeFolder(env),
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      PREVIEW_KEYS: secrets.previewKeys.join(','),
      RATE_LIMITS: env.rateLimits,
      ...(sandbox ? { PAYMENTS_SCRIPT_URL: sandbox.scriptUrl, PAYMENTS_ORIGINS: sandbox.origin } : {}),
      ...(reload ? { DEV_RELOAD: '1' } : {}),
    },
  });

/** Returns the addresses of a sandbox that listens on this port. */
export const sandboxAddress = (port: number): SandboxAddress => {
  const origin = loopbackUrl(port);
  return { apiBase: origin, origin, scriptUrl: `${origin}/v1/stripe.js` };
};

export interface SandboxSpecOptions {
  readonly env: StackEnv;
  readonly keys: StripeKeys;
  readonly port: number;
  readonly webhookUrl: string;
}

export const sandboxSpec = ({ env, keys, port, webhookUrl }: SandboxSpecOptions): ServiceSpec =>
  nodeService(env, {
    name: 'sandbox',
    main: 'packages/stripe-sandbox/dist/sandbox.mjs',
    port,
    readyPath: '/healthz',
    flags: [SOURCE_MAPS],
    vars: {
      DATA_DIR: path.join(env.dataDir, 'sandbox'),
      WEBHOOK_URL: webhookUrl,
      SECRET_KEY: keys.secretKey,
      PUBLISHABLE_KEY: keys.publishableKey,
      WEBHOOK_SECRET: keys.webhookSecret,
    },
  });

export const mailAddress = (port: number, smtpPort: number): MailAddress => ({
  port,
  smtpPort,
  url: loopbackUrl(port),
  smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
});

export const mailSpec = (env: StackEnv, { port, smtpPort }: MailAddress): ServiceSpec =>
  nodeService(env, {
    name: 'mail',
    main: 'packages/dev-stack/dist/mail-outbox.mjs',
    port,
    readyPath: '/healthz',
    flags: [SOURCE_MAPS],
    vars: {
      SMTP_PORT: String(smtpPort),
      MAIL_DIR: mailDirIn(env.dataDir),
      PICTURES_URL: `${publicUrl(env)}/api/pictures/`,
    },
  });
