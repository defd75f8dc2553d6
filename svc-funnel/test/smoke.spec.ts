import { afterAll, beforeAll, expect, it } from 'vitest';
import { aVisitor } from './browser.ts';
import { startService, type Service } from './service.ts';
let service: Service;
beforeAll(async () => { service = await startService(); });
afterAll(() => service.stop());
it('works', async () => {
  const { browser, id } = await aVisitor(service.url, 'a@b.example');
  for (const p of ['/healthz', '/readyz', '/openapi.json', '/metrics', '/nope', `/api/sessions/${id}`, '/api/sessions/%FF', '/api/sessions/x'])  { const a = await browser.get(p); console.log(p, a.status, a.text.slice(0, 300), JSON.stringify([...a.headers])); }
  console.log(JSON.stringify((await browser.get('/openapi.json')).body, null, 1));
  console.log(await browser.post('/api/responses', { sessionId: id, questionNumber: 'q3', answerValue: 'often' }));
  console.log(service.log().slice(-3000));
  expect(1).toBe(1);
});
