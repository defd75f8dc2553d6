import { testConfig } from '@course/test-kit/vitest-preset';

export default testConfig('build', { include: ['test/**/*.spec.{ts,mjs}'], testTimeout: 60_000, hookTimeout: 120_000 });
