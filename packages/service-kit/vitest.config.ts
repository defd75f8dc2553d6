import { testConfig } from '@course/test-kit/vitest-preset';

export default testConfig('service-kit', { testTimeout: 60_000, hookTimeout: 120_000 });
