import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../test/browser.ts';
import { startService, type StartedService } from '../../test/service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const report = (body: object) => new Browser(service.url).post('/api/refused-writes', body);
const counted = async () =>
  (await new Browser(service.url).get('/metrics')).text
    .split('\n')
    .filter((line) => line.startsWith('funnel_refused_writes_total'));

it('notes in log and metrics which call was refused and why, even from browsers without a session', async () => {
  const noted = await report({ path: '/api/responses', status: 400, code: 'invalid_body', questionKey: 'pet' });
  expect([noted.status, noted.body]).toEqual([200, { noted: true }]);
  expect(await counted()).toEqual(['funnel_refused_writes_total{status="400",code="invalid_body"} 1']);
  expect(service.log()).toContain(
    '"refused":{"path":"/api/responses","status":400,"code":"invalid_body","questionKey":"pet"}',
  );
});

it('does not use an unknown code as a label', async () => {
  await report({ path: '/api/sessions/{session}', status: 413 });
  await report({ path: '/api/sessions/{session}', status: 413, code: 'made_up' });
  expect(await counted()).toContain('funnel_refused_writes_total{status="413",code="other"} 2');
});
