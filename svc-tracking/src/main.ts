import { runService } from '@course/service-kit';
import { readEnv } from './platform/env.ts';
import { startService } from './service.ts';

await runService('svc-tracking', async () => startService(readEnv()));
