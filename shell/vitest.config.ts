import { testConfig } from '@course/test-kit/vitest-preset';

export default testConfig('shell', { include: ['{src,edge}/**/*.spec.{ts,tsx}'] });
