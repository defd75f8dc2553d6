import { beforeAll, expect, it } from 'vitest';
import { sharedService, type Service } from '../../test/service.ts';
import { createLogger } from '@course/service-kit';
import { PrismaService } from './prisma.ts';

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

it('does not log the arguments of a call that fails', async () => {
  const lines: string[] = [];
  const logger = createLogger('svc-funnel', 'info', { write: (line) => void lines.push(line) });
  const wrong: object = { email: 'anna@example.com', name: 'private', unknown: 1 };
  await service.app
    .get(PrismaService)
    .session.updateMany({ data: wrong })
    .catch((err: unknown) => logger.error({ err }, 'failed'));
  expect(lines.join()).toContain('Unknown argument `unknown`');
  expect(lines.join()).toContain('prisma.spec.ts');
  expect(lines.join()).not.toMatch(/anna|private/);
});
