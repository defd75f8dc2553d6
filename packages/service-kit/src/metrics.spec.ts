import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

it('counts a request once, under the current metric name and those of earlier releases', async () => {
  const metrics = new Metrics();
  metrics.observe({ route: '/api/things/:id', method: 'GET', status: 404 }, 3);
  metrics.observe({ route: '/api/things/:id', method: 'GET', status: 404 }, 700);
  const labels = 'route="/api/things/:id",method="GET",status="404"';
  for (let scrape = 0; scrape < 2; scrape += 1) {
    const shown = await metrics.registry.metrics();
    for (const name of ['http_request_duration_seconds', 'http_request_seconds']) {
      expect(shown).toContain(`${name}_count{${labels}} 2`);
      expect(shown).toContain(`${name}_sum{${labels}} 0.703`);
      expect(shown).toContain(`${name}_bucket{le="0.005",${labels}} 1`);
    }
    expect(shown).toContain(`http_requests_total{${labels}} 2`);
  }
});
