import { testConfig } from '@course/test-kit/vitest-preset';

export default testConfig('test-kit', { testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 2 });
