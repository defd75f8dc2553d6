import { serviceContract } from '@course/contracts';
import { PLANS, priceOf } from '@course/funnel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../test/browser.ts';
import { startService, type StartedService } from '../../test/service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

it('describes every call with its body, its response and the shape of its errors', async () => {
  const { body } = await new Browser(service.url).get('/openapi.json');
  const calls = Object.entries((body as Document).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(calls.sort()).toEqual([
    'delete /api/course/lessons/{place}/done',
    'delete /api/course/pause',
    'delete /api/course/session',
    'delete /api/sessions/{id}',
    'get /api/checkout-sessions/{id}',
    'get /api/course',
    'get /api/course/lessons/{place}',
    'get /api/course/refund-request',
    'get /api/course/resources',
    'get /api/course/resources/{slug}',
    'get /api/course/session',
    'get /api/pictures/{name}',
    'get /api/sessions/{id}',
    'patch /api/course/schedule',
    'patch /api/sessions/{id}',
    'post /api/checkout-sessions/{id}/email',
    'post /api/course/lessons/{place}/done',
    'post /api/course/links',
    'post /api/course/next-lesson',
    'post /api/course/pause',
    'post /api/course/refund-request',
    'post /api/course/refund-request/link',
    'post /api/course/resume',
    'post /api/course/session',
    'post /api/create-checkout-session',
    'post /api/first-step',
    'post /api/first-step/confirm',
    'post /api/first-step/unsubscribe/{token}',
    'post /api/mail-events/mailgun',
    'post /api/mail-events/sendgrid',
    'post /api/refused-writes',
    'post /api/responses',
    'post /api/second-order',
    'post /api/second-order/undo',
    'post /api/sessions',
    'post /api/stripe/webhook',
    'post /api/unsubscribe/{token}',
    'post /api/unsubscribe/{token}/resume',
    'post /api/withdrawals',
    'post /api/withdrawals/object',
    'post /api/withdrawals/objection',
  ]);
  expect((body as Document).paths['/api/create-checkout-session']?.['post']).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['plan'], additionalProperties: false } } } },
    responses: {
      200: { content: { 'application/json': { schema: { required: ['clientSecret'] } } } },
      '4XX': { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } },
    },
  });
});

it('publishes what remotes may need: its contract, and the plans at the prices that are charged', async () => {
  const { body } = await new Browser(service.url).get('/contract');
  const offered = serviceContract.parse(body);
  expect(offered).toMatchObject({ service: 'svc-funnel', contracts: [4, 3, 2, 1] });
  expect(offered.plans.map(({ key, discountedCents }) => [key, discountedCents])).toEqual(
    PLANS.map((plan) => [plan.key, priceOf(plan, 'discounted')]),
  );
});

it('counts requests by declared route, never by address', async () => {
  const browser = new Browser(service.url);
  await browser.get('/api/sessions/session_1700000000000_aaaaaaaaaaaaaaaaaaaaaa');
  const { text } = await browser.get('/metrics');
  expect(text).toContain('http_request_duration_seconds_count{route="/api/sessions/:id",method="GET",status="404"} 1');
  expect(text).not.toContain('session_17');
  expect(service.log()).not.toContain('session_17');
});

it('sends responses that may not be framed or stored', async () => {
  const { headers } = await new Browser(service.url).get('/api/nothing');
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
});
