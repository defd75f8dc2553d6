import { testConfig } from '@course/test-kit/vitest-preset';

export default testConfig('platform', { unstubGlobals: true, restoreMocks: true });
