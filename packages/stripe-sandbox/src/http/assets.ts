import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PROJECT_ROOT } from '@course/federation/paths';

// Not relative to this module, because the bundled program runs from another folder.
const pathOf = (file: string) => path.join(PROJECT_ROOT, 'packages/stripe-sandbox/src', file);

function bundle(file: string): string {
  const result = buildSync({
    entryPoints: [pathOf(file)],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return result.outputFiles[0]?.text ?? '';
}

const ASSETS = {
  '/v1/stripe.js': { type: 'text/javascript', make: () => bundle('script/stripe.ts') },
  '/checkout/form.js': { type: 'text/javascript', make: () => bundle('page/main.ts') },
  '/checkout/form.css': { type: 'text/css', make: () => readFileSync(pathOf('page/form.css'), 'utf8') },
} as const;

/** Returns the form's Content Security Policy: no inline code, no other origins, framed by local shops only. */
const policyFor = (siteOrigin: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    ['frame-ancestors http://localhost:* http://127.0.0.1:*', siteOrigin].filter(Boolean).join(' '),
  ].join('; ');

const withAssetHeaders = (reply: FastifyReply, type: string) =>
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'cross-origin');

/** Registers the script for the shop's page and the card form that it frames. */
export function assetRoutes(server: FastifyInstance, siteOrigin: string | undefined): void {
  for (const [address, { type, make }] of Object.entries(ASSETS)) {
    const content = make();
    server.get(address, (_request, reply) =>
      withAssetHeaders(reply, type).header('access-control-allow-origin', '*').send(content),
    );
  }
  const page = readFileSync(pathOf('page/form.html'), 'utf8');
  const policy = policyFor(siteOrigin);
  server.get('/checkout/form', (_request, reply) =>
    withAssetHeaders(reply, 'text/html')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .send(page),
  );
}
