import { testConfig } from '@course/test-kit/vitest-preset';

export default testConfig('mf-legal');
